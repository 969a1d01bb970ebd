/**
 * The Content-Security-Policy of the renderer, the same in both editions but for where it may connect.
 * `connectTo`: origins of the API besides the page's own; none in the browser edition, where the server serves the page.
 */
export function contentPolicy(connectTo: readonly string[] = []): string {
  const rules: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    // Blueprint and the windowed table place things by style attributes.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'worker-src': "'self' blob:",
    // A PDF is printed in the browser edition from a hidden frame of our own.
    'frame-src': "'self' blob:",
    'connect-src': ["'self'", ...connectTo].join(' '),
    'manifest-src': "'self'",
    // The page itself names its root, since screens live at deep paths.
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
  }
  return Object.entries(rules)
    .map(([rule, sources]) => `${rule} ${sources}`)
    .join('; ')
}
