import { type BrowserWindow, dialog, shell } from 'electron'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

/** Hosts that open without a question. The product's own server is added by the caller. */
const known: readonly string[] = []

/**
 * The one way out of the app: https only; a host that is not known is named to the user, who decides. Throws a Problem for
 * anything that is not https.
 */
export async function openLink(
  address: string,
  parts: { say: Say; window: BrowserWindow | null; alsoKnown?: readonly string[] },
): Promise<void> {
  const { say, window, alsoKnown = [] } = parts
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new Problem('refused', say('Only https links can be opened.'))
  }
  if (![...known, ...alsoKnown].includes(url.hostname) && !(await agrees(url, say, window))) return
  await shell.openExternal(url.href)
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
