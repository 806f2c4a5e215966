/**
 * Text as Postgres can keep it: it refuses U+0000, and UTF-8 has no lone surrogates. Both become U+FFFD, so the
 * place stays visible and the row is never refused for what someone typed.
 */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
