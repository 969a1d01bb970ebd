import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import type { Client } from './client.ts'

interface About {
  negotiation: string
  style: string
}

/** What a vendor's client reads by every call that it may make and that changes nothing, asked bare and about these things. */
export async function readCalls(client: Client, { negotiation, style }: About): Promise<string[]> {
  const all = Object.values(contract).flatMap((area) => Object.values(area) as Call[])
  const reading = all.filter(
    (call) =>
      !call.changes &&
      call.takesFile === null &&
      !('events' in call.gives) &&
      call.path !== 'selvedge/session/end' &&
      (call.callers === 'signed-in' || (call.callers !== 'anyone' && call.callers.includes('vendor'))),
  )
  const texts: string[] = []
  for (const call of reading)
    for (const input of [{}, { negotiation }, { style_id: style }, { search: style }]) {
      const asked = Object.fromEntries(Object.entries(input).filter(([name]) => name in call.takes.shape))
      if (Object.keys(asked).length < Object.keys(input).length || !call.takes.safeParse(asked).success) continue
      const { bytes } = await client.call(call, asked as never)
      texts.push(bytes.toString('utf8'))
    }
  return texts
}
