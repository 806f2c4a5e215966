/** Whether a key sends what was typed: Enter does, Shift+Enter is a new line, and a word still being composed only ends. */
export function isEnter({ key, shiftKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !isComposing;
}
