import { Mark } from '../parts/icons.js';
import type { Person } from '../wire.js';

/** A member's picture: our app's mark, or the first letter of a name on a colour of its own. */
export function Avatar({ of, size = 'large' }: { of: Person; size?: 'large' | 'small' }) {
  if (of.kind === 'app') return <Mark size={size === 'large' ? 36 : 20} />;
  return (
    <span class={`avatar ${of.kind} ${size}`} aria-hidden="true">
      {of.name.charAt(0).toUpperCase()}
    </span>
  );
}
