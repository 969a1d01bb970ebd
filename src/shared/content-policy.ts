/** The one policy that may vouch for the address of a script. */
export const workerPolicy = 'selvedge-worker'

/** The script that reads codes from pictures, by a library in WebAssembly. */
const codeWorker = /[\\/]assets[\\/]code-worker-[\w-]{8}\.js$/

/**
 * The policy of one of the renderer's files. A worker has the one that comes with its own script, not its page's: so WebAssembly runs in one
 * worker alone, and nowhere else.
 */
export function filePolicy(path: string, connectTo: readonly string[] = []): string {
  const policy = contentPolicy(connectTo)
  return codeWorker.test(path) ? policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'") : policy
}

/**
 * The Content-Security-Policy of the renderer, the same in both editions but for where it may connect.
 * `connectTo`: origins of the API besides the page's own; none in the browser edition, where the server serves the page.
 */
export function contentPolicy(connectTo: readonly string[] = []): string {
  const rules: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    // Things are placed by the style object of scripts, which the policy leaves alone; no markup brings styles of its own.
    'style-src': "'self'",
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
    // No text becomes markup or the address of a script; the workers of pdf.js and of the page without a connection are the scripts that are named by one.
    'require-trusted-types-for': "'script'",
    'trusted-types': workerPolicy,
  }
  return Object.entries(rules)
    .map(([rule, sources]) => `${rule} ${sources}`)
    .join('; ')
}
