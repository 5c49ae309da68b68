/**
 * Makes sure that Intl accepts the language of the page. Chromium turns the locale `C.UTF-8` into `en-US@posix`, which is not a language
 * tag, and a library that passes it to Intl fails.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
}
