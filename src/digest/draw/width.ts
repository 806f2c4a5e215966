/** Characters that take two columns: East Asian wide and full-width forms, and pictures. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|[\u{20000}-\u{3FFFD}]/u;
const NARROW = /[\p{M}\p{Cf}]/u;

/** The columns a text takes in a fixed-width face. */
export function width(text: string): number {
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  let columns = 0;
  for (const char of text) {
    if (NARROW.test(char)) continue;
    columns += WIDE.test(char) ? 2 : 1;
  }
  return columns;
}
