import { contract } from '../../src/shared/areas.ts'
import type { Takes } from '../../src/shared/kernel/call.ts'
import { type Client, clientOf } from './client.ts'
import type { TestServer } from './server.ts'

export interface MadeKey {
  id: string
  secret: string
  /** Calls with the key. */
  client: Client
}

let made = 0

/** An API key as a super admin makes it on screen. */
export async function makeKey(
  server: TestServer,
  wish: Partial<Takes<typeof contract.keys.createKey>> & Pick<Takes<typeof contract.keys.createKey>, 'role'>,
): Promise<MadeKey> {
  made += 1
  const boss = await server.as('super_admin')
  const reply = await boss.call(contract.keys.createKey, { name: `System ${made}`, expires_in_days: 30, ...wish })
  const { key, secret } = reply.body.data ?? {}
  if (reply.status !== 200 || !key || !secret) throw new Error(reply.body.message)
  return { id: key.id, secret, client: clientOf(server.app, secret) }
}
