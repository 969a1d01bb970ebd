import type { Bridge } from '../../shared/bridge.ts'

/** The app's life in a browser: updates come with the page, there is no file of logs, and links lead to addresses. */
export function browserApp(): Bridge['app'] {
  const offUpdates = async () => ({ state: 'off' as const, reason: 'The browser edition is as new as its server.' })
  return {
    async info() {
      return {
        edition: 'browser',
        version: '',
        serverUrl: '',
        platform: navigator.platform,
        canPrintDirectly: false,
        isServerFixed: true,
      }
    },
    async openLink(url) {
      window.open(url, '_blank', 'noopener,noreferrer')
    },
    onServer: () => () => {},
    supportBundle: onlyDesktop,
    licences: async () => '',
    takeLink: async () => null,
    onLink: () => () => {},
    takeMishap: async () => null,
    updates: offUpdates,
    checkForUpdates: offUpdates,
    installUpdate: onlyDesktop,
    onUpdate: () => () => {},
  }
}

/** Screens do not offer it there. */
export async function onlyDesktop(): Promise<never> {
  throw new Error('Only the desktop app can do this.')
}
