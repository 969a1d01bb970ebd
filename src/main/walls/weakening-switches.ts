import type { App } from 'electron'

/**
 * Of Chromium's and Electron's command line: whoever can change how the app is started (a shortcut, an entry of autostart)
 * would have its window, its traffic or its sandbox with one word.
 */
const weakening = {
  'other programs look into the window': [
    'remote-debugging-port',
    'remote-debugging-pipe',
    'remote-debugging-address',
    'remote-debugging-socket-name',
    'remote-allow-origins',
    'enable-automation',
    'load-extension',
    'disable-extensions-except',
    'use-fake-ui-for-media-stream',
    'auto-accept-camera-and-microphone-capture',
    'auto-select-desktop-capture-source',
  ],
  // A fuse turns Node's inspector off; a build without it would still not start with these.
  'a debugger in main': ['inspect', 'inspect-brk', 'inspect-wait', 'inspect-port', 'inspect-publish-uid'],
  'the sandbox is gone': [
    'no-sandbox',
    'disable-setuid-sandbox',
    'disable-namespace-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-gpu-sandbox',
    'no-zygote',
    'no-zygote-sandbox',
    'single-process',
    'in-process-gpu',
  ],
  'the walls between pages are lower': [
    'disable-web-security',
    'disable-site-isolation-trials',
    'allow-file-access-from-files',
    'allow-running-insecure-content',
    'unsafely-treat-insecure-origin-as-secure',
    'reduce-security-for-testing',
    'enable-blink-features',
    'disable-blink-features',
    // V8's own: natives for pages, code without its checks.
    'js-flags',
  ],
  'traffic goes another way, or is read': [
    'proxy-server',
    'proxy-pac-url',
    'proxy-auto-detect',
    'proxy-bypass-list',
    'host-rules',
    'host-resolver-rules',
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
    'allow-insecure-localhost',
    'auth-server-whitelist',
    'auth-negotiate-delegate-whitelist',
    'log-net-log',
    'ssl-key-log-file',
  ],
  "another program runs in the app's name": [
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'zygote-cmd-prefix',
    'gpu-launcher',
    'browser-subprocess-path',
  ],
} satisfies Record<string, readonly string[]>

/** All of them, for the test that starts the app with each. */
export const weakeningSwitches: readonly string[] = Object.values(weakening).flat()

/** The delivered app does not run under these; while developing they are tools. Answers the first one found. */
export function weakeningSwitch({ isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>): string | null {
  return isPackaged ? (weakeningSwitches.find((name) => commandLine.hasSwitch(name)) ?? null) : null
}
