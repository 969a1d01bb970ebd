import { z } from 'zod'
import { peopleCalls } from '../../shared/areas/people/calls.ts'
import type { Bridge, Credentials, SignedIn } from '../../shared/bridge.ts'
import { Problem } from '../problem.ts'
import type { ServerCalls } from '../server/calls.ts'
import type { Say } from '../words.ts'
import type { SessionSecrets } from './session-secrets.ts'

/** A company's server may be older than the app, and know no devices. */
const device = z.string().min(1).nullish()
const loginReply = z.object({ data: z.object({ token: z.string().min(1), device, user: z.unknown() }) })

/** Signing in and out: the token stays on this side of the bridge. */
export function sessionCommands(parts: {
  calls: ServerCalls
  secrets: SessionSecrets
  device: SessionSecrets
  say: Say
  /** What waited for a session goes on. */
  onSignedIn(): void
}): Bridge['session'] {
  const { calls, secrets, device, say, onSignedIn } = parts
  return {
    async signIn(credentials: Credentials): Promise<SignedIn> {
      const call = { method: peopleCalls.login.method, path: `/${peopleCalls.login.path}`, body: credentials }
      const reply = await calls.send(call, { withoutSession: true })
      const body = loginReply.safeParse(await reply.json().catch(() => null))
      if (!body.success) {
        throw new Problem(
          'server',
          say('Something went wrong! The server answered in a way the app does not understand.'),
        )
      }
      await secrets.keep(body.data.data.token)
      if (body.data.data.device) await device.keep(body.data.data.device)
      onSignedIn()
      return { user: body.data.data.user }
    },
    async signOut() {
      if (secrets.token() === null) return
      const { method, path } = peopleCalls.endSession
      try {
        await calls.send({ method, path: `/${path}` }, { signal: AbortSignal.timeout(3_000) })
      } catch {
        // Signing out holds on this computer even when the server cannot be told.
      } finally {
        secrets.erase()
      }
    },
    async state() {
      return { signedIn: secrets.token() !== null, savedSafely: secrets.savedSafely() }
    },
  }
}
