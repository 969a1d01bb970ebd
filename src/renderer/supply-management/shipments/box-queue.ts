import { z } from 'zod'
import { problemOf } from '../../actions/say.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { mayPass, type StationResult, scanStation } from '../../scan/scan-station.ts'

/** A box as it was packed here: the draft of one, and what the queue keeps of one that is closed. */
export const packedBox = z.object({
  facility: z.string(),
  /** As it was typed. */
  weight: z.string(),
  lines: z.array(
    z.object({
      order_action_id: z.string(),
      nm_sku: z.string(),
      color: z.string(),
      size: z.string(),
      quantity: z.number(),
    }),
  ),
})
export type PackedBox = z.output<typeof packedBox>

const closedBox = packedBox.extend({ weight_grams: z.number().nullable() })
type ClosedBox = z.output<typeof closedBox>

export const boxText = (box: ClosedBox): string => JSON.stringify(box)

export function readBox(text: string | null): ClosedBox | null {
  try {
    return closedBox.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    // Written by another version.
    return null
  }
}

export interface BoxResult extends StationResult {
  box_id: string | null
  label_url: string | null
}

const packedWords = key('Box {{box_id}}: {{pieces}} pcs.')

/** Boxes that were closed: each is made once, under its own id as the key, however often it is sent. */
export const boxQueue = scanStation<BoxResult>({
  name: 'facility-boxes',
  taken: [],
  none: { box_id: null, label_url: null },
  async send(batch, { signal }) {
    const results: BoxResult[] = []
    for (const { scan_id, code, place } of batch) {
      const box = readBox(place)
      try {
        const { data } = await api.facilities.createBox(
          {
            facility: box?.facility ?? '',
            lines: (box?.lines ?? []).map(({ order_action_id, nm_sku, quantity }) => ({
              order_action_id,
              nm_sku,
              quantity,
            })),
            ...(box?.weight_grams && { weight_grams: box.weight_grams }),
          },
          { key: scan_id, signal },
        )
        const { box_id, label_url } = data
        const values = { box_id, pieces: data.box?.pieces ?? 0 }
        results.push({ scan_id, code, outcome: 'packed', message: packedWords, values, box_id, label_url })
      } catch (failure) {
        if (mayPass(failure) === 'again') throw failure
        const { message, details } = problemOf(failure)
        const said = { message: details.message_key ?? message, values: details.values ?? {} }
        results.push({ scan_id, code, outcome: 'refused', ...said, box_id: null, label_url: null })
      }
    }
    return results
  },
})
