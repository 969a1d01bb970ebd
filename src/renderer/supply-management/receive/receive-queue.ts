import { z } from 'zod'
import type { CallData } from '../../actions/calls.ts'
import { problemOf } from '../../actions/say.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { mayPass, type StationResult, scanStation } from '../../scan/scan-station.ts'

/** What came for an order: the draft, and what the queue keeps. Quantities of rolls as they were typed; empty: as it was sent. */
export const cameDraft = z.object({
  remark: z.string(),
  rolls: z.array(z.object({ roll: z.string(), quantity: z.string() })),
  returned: z.array(z.object({ nm_sku: z.string(), quantity: z.number() })),
})
export type CameDraft = z.output<typeof cameDraft>

const sentCame = cameDraft.extend({ facility: z.string(), order_action_id: z.string() })
type SentCame = z.output<typeof sentCame>

export const cameText = (came: SentCame): string => JSON.stringify(came)

export function readCame(text: string | null): SentCame | null {
  try {
    return sentCame.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    // Written by another version.
    return null
  }
}

export interface CameResult extends StationResult {
  rolls: CallData<'facilities.receiveOrder'>['rolls']
}

const cameWords = key('Received: {{rolls}} rolls, {{pieces}} pcs.')

/** What was received: each once, under its own id as the key, however often it is sent. */
export const receiveQueue = scanStation<CameResult>({
  name: 'facility-receive',
  taken: [],
  none: { rolls: [] },
  async send(batch, { signal }) {
    const results: CameResult[] = []
    for (const { scan_id, code, place } of batch) {
      const came = readCame(place)
      try {
        const { data } = await api.facilities.receiveOrder(
          {
            facility: came?.facility ?? '',
            order_action_id: came?.order_action_id ?? '',
            remark: came?.remark ?? '',
            returned: came?.returned ?? [],
            rolls: (came?.rolls ?? []).map(({ roll, quantity }) => ({
              roll,
              ...(quantity !== '' && { quantity: Number(quantity) }),
            })),
          },
          { key: scan_id, signal },
        )
        const pieces = (came?.returned ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
        const values = { rolls: data.rolls.length, pieces }
        results.push({ scan_id, code, outcome: 'received', message: cameWords, values, rolls: data.rolls })
      } catch (failure) {
        if (mayPass(failure) === 'again') throw failure
        const { message, details } = problemOf(failure)
        const said = { message: details.message_key ?? message, values: details.values ?? {} }
        results.push({ scan_id, code, outcome: 'refused', ...said, rolls: [] })
      }
    }
    return results
  },
})
