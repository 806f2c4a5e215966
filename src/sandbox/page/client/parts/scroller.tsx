import type { ComponentChildren, Ref } from 'preact';

/** Something that scrolls, and can be scrolled by keyboard. `at` gets its element. */
export function Scroller({
  at,
  class: name,
  label,
  children,
}: {
  at?: Ref<HTMLElement>;
  class: string;
  label: string;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={at ?? null} class={name} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
