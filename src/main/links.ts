import { type BrowserWindow, dialog, shell } from 'electron'
import type { DownloadOutcome, FileCall } from '../shared/bridge.ts'
import { isFileCall } from './files/save.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

/** Sites whose pages, subdomains too, open without a question: the market that vendors' links lead to. */
const knownSites = ['1688.com']

/** Windows opens nothing longer. */
const longest = 2_048

/** Characters that make an address look other than it is: control and format characters, spaces, backslashes. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\\]/u

interface Parts {
  say: Say
  window(): BrowserWindow | null
  /** The app's server's address without a trailing slash, when it is known. */
  server(): string | null
  /** Saves what a label_url of the app's own server gives: its address is never shown to another program. */
  save(call: FileCall): Promise<DownloadOutcome>
}

/**
 * The one way out of the app: https only; the known sites and the company's server open at once, any other host is named to the
 * user, who decides. Addresses of labels of the app's server do not leave: the labels are saved, and their file is shown in the
 * system's viewer. Throws a Problem for everything else.
 */
export function linkDoor(parts: Parts): (address: string) => Promise<void> {
  let asking = false
  return async (address) => {
    const { say } = parts
    const url = plainAddress(address.trim())
    const server = parts.server()
    const label = url && server && labelOf(url, server)
    if (label) return showLabels(await parts.save(label))
    if (url === null || url.protocol !== 'https:') throw new Problem('refused', say('Only https links can be opened.'))
    if (!isKnown(url) && url.origin !== originOf(server)) {
      // A page that asks again and again must not bury the user in questions.
      if (asking) throw new Problem('refused', say('Another link is still being asked about.'))
      asking = true
      const agreed = await agrees(url, say, parts.window()).finally(() => {
        asking = false
      })
      if (!agreed) return
    }
    await shell.openExternal(url.href)
  }
}

/** Shows labels that were saved in the system's viewer: the file as it lies where the user wanted it, and pages only. */
async function showLabels(outcome: DownloadOutcome): Promise<void> {
  // What the system has no viewer for stays where it was saved.
  if (outcome.outcome === 'saved' && /\.pdf$/i.test(outcome.file.path)) await shell.openPath(outcome.file.path)
}

/** Null for what is no address, hides something, or names a user: `https://1688.com@evil.example` leads to evil.example. */
function plainAddress(address: string): URL | null {
  if (address.length > longest || misleading.test(address)) return null
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '' || url.href.length > longest) return null
  return url
}

/** The call behind a label_url of that server; null for any other address. */
function labelOf({ href }: URL, server: string): FileCall | null {
  if (!href.startsWith(`${server}/`)) return null
  const call = { method: 'GET' as const, path: href.slice(server.length).replace(/#.*$/, '') }
  return isFileCall(call) ? call : null
}

function originOf(server: string | null): string | null {
  return server === null ? null : new URL(server).origin
}

/** By the host as it is resolved, whole or from a dot on: `evil1688.com` and `1688.com.evil.example` are other sites. */
function isKnown({ hostname, port }: URL): boolean {
  return port === '' && knownSites.some((site) => hostname === site || hostname.endsWith(`.${site}`))
}

async function agrees(url: URL, say: Say, window: BrowserWindow | null): Promise<boolean> {
  const question = {
    type: 'question' as const,
    message: say('Open this link outside the app?'),
    // The host as it is resolved (punycode), so that a look-alike is seen.
    detail: `${say('It leads to {{host}}.', { host: url.host })}\n\n${url.href.slice(0, 500)}`,
    buttons: [say('Open'), say('Cancel')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const answer = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  return answer.response === 0
}
