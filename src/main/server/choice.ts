import { app, net } from 'electron'
import { z } from 'zod'
import type { Bridge, ServerChoice, ServerTest } from '../../shared/bridge.ts'
import type { Ask } from '../native.ts'
import { Problem } from '../problem.ts'
import { type Saved, saved, timeout } from '../settings.ts'
import type { Say } from '../words.ts'
import { type ServerPlace, safeAddress, withScheme } from './address.ts'

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({ kind: z.literal('company'), url: z.string() }),
])

export function openServerChoice(): Saved<ServerChoice> {
  return saved<ServerChoice>('server', shape, { kind: 'embedded' })
}

interface Parts {
  place: ServerPlace
  choice: Saved<ServerChoice>
  say: Say
  ask: Ask
  /** Why the server may not be left now, in words; null when it may. */
  busy(): string | null
  endSession(): void
  /** Starts the app anew, in peace. */
  restart(): void
}

/** Which server the app uses, as the settings choose it. */
export function serverChoice({
  place,
  choice,
  say,
  ask,
  busy,
  endSession,
  restart,
}: Parts): Pick<Bridge['settings'], 'server' | 'testServer' | 'useServer'> {
  const now: ServerChoice = place.kind === 'remote' ? { kind: 'company', url: place.url } : { kind: 'embedded' }
  let asking = false
  /** By main, not by the page: where somebody signs in next is not for a page to decide, nor to word. */
  const agrees = async (next: ServerChoice): Promise<boolean> => {
    if (asking) throw new Problem('refused', say('Another server is still being asked about.'))
    asking = true
    try {
      return (await ask(question(next, say))) === 0
    } finally {
      asking = false
    }
  }
  return {
    server: async () => now,
    testServer: (url) => tryServer(url, say),
    async useServer(wanted) {
      if (place.isFixed) throw new Problem('refused', say('The server of this app is set by its administrator.'))
      const next = wanted.kind === 'embedded' ? wanted : await tested(wanted.url, say)
      if (isSame(now, next)) return true
      refuseBusy(busy())
      if (!(await agrees(next))) return false
      // The question may have stood for long.
      refuseBusy(busy())
      choice.set(next)
      endSession()
      // After the page has heard that it was done.
      setTimeout(restart, 200)
      return true
    },
  }
}

function refuseBusy(reason: string | null): void {
  if (reason !== null) throw new Problem('refused', reason)
}

/** The whole address stands in it: one that only looks like the company's is to be seen. */
function question(next: ServerChoice, say: Say): Parameters<Ask>[0] {
  const where =
    next.kind === 'company'
      ? say('Selvedge restarts and works with {{url}}. You sign in again there.', { url: next.url })
      : say('Selvedge restarts and works with the server in this app. You sign in again there.')
  return {
    message: say('Change the server and restart Selvedge?'),
    detail: `${where}\n\n${say('What is on the present server stays there; nothing is copied. Save your work first.')}`,
    buttons: [say('Change and restart'), say('Cancel')],
  }
}

async function tested(typed: string, say: Say): Promise<ServerChoice> {
  const found = await tryServer(typed, say)
  if (!found.answers) throw new Problem('unreachable', found.problem)
  return { kind: 'company', url: found.url }
}

function isSame(one: ServerChoice, other: ServerChoice): boolean {
  return one.kind === 'company' ? other.kind === 'company' && one.url === other.url : other.kind === 'embedded'
}

const health = z.object({
  name: z.literal('selvedge'),
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}[\w.+-]{0,40}$/),
})

/** A probe's answer is a line; more is no Selvedge. */
const mostBytes = 64 * 1024

type Answer = { version: string } | 'nothing' | 'untrusted' | 'elsewhere' | 'stranger'

/**
 * Asks whether a Selvedge server that this app can work with answers at an address as people type it. A page of that server
 * may have been pasted, so its host is asked as well.
 */
export async function tryServer(typed: string, say: Say): Promise<ServerTest> {
  const url = safeAddress(withScheme(typed))
  if (url === null) {
    return {
      answers: false,
      problem: say('The address must begin with https://, for example https://selvedge.example.com.'),
    }
  }
  const first = await askHealth(url)
  if (typeof first === 'object') return judged(url, first.version, say)
  const { origin, host } = new URL(url)
  if (first === 'stranger' && origin !== url) {
    const second = await askHealth(origin)
    if (typeof second === 'object') return judged(origin, second.version, say)
  }
  return { answers: false, problem: say(problems[first], { host }) }
}

const problems = {
  nothing: 'Nothing answers at {{host}}. Check the address and the connection.',
  untrusted: 'This computer does not trust the certificate of {{host}}. Ask whoever runs the server.',
  elsewhere: '{{host}} leads on to another address. Enter that one.',
  stranger: 'Something answers at {{host}}, but it is not Selvedge.',
} satisfies Record<Extract<Answer, string>, string>

function judged(url: string, version: string, say: Say): ServerTest {
  const own = app.getVersion()
  const difference = major(version) - major(own)
  if (difference === 0) return { answers: true, url, version }
  const text =
    difference < 0
      ? 'The server has version {{server}}, which is too old for this app ({{own}}). Ask whoever runs it to update it.'
      : 'The server has version {{server}}, which is too new for this app ({{own}}). Update the app first.'
  return { answers: false, problem: say(text, { server: version, own }) }
}

function major(version: string): number {
  return Number(version.split('.')[0])
}

async function askHealth(url: string): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout.serverTest)
  try {
    // No token and no cookie goes along: nobody knows yet who answers there.
    const reply = await net.fetch(`${url}/health`, {
      signal,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    })
    const answer = health.safeParse(reply.ok ? await shortJson(reply) : null)
    return answer.success ? { version: answer.data.version } : 'stranger'
  } catch (error) {
    return whyNot(error)
  }
}

async function shortJson(reply: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) return null
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    // Somebody's web page.
    return null
  }
}

/** Chromium names its network errors, Node its causes. */
function whyNot(error: unknown): Extract<Answer, string> {
  const cause = error instanceof Error ? error.cause : undefined
  const words = `${text(error)} ${text(cause)}`
  if (/CERT|SSL|self.signed|certificate|UNABLE_TO_VERIFY/i.test(words)) return 'untrusted'
  if (/redirect/i.test(words)) return 'elsewhere'
  return 'nothing'
}

function text(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${'code' in error ? String(error.code) : ''} ${error.message}`
}
