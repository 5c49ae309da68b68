/**
 * Makes sure that Intl accepts the language of the page. Chromium makes `en-US@posix` of the locale `C.UTF-8`, which is not a language tag,
 * and a library that hands it to Intl fails.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
}
