/** A name longer than this says no more than a shorter one. */
const LONGEST_NAME = 60;

/** The name of the file that an address ends in, without query and fragment; empty when it names none (one has a dot). */
export function fileName(address: string): string {
  if (/^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i.test(address)) return '';
  const [path = ''] = address.trim().split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!/.\../.test(name)) return '';
  return name.length > LONGEST_NAME ? `…${name.slice(-LONGEST_NAME)}` : name;
}
