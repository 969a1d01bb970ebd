import { contract } from '../../src/shared/areas.ts'
import type { Takes } from '../../src/shared/kernel/call.ts'
import type { Client } from './client.ts'
import { plainPhoto } from './pictures.ts'
import { type Counted, countedBoxes, passing, stain } from './qc-inspection.ts'
import type { TestServer } from './server.ts'

const calls = contract.disputes

export interface JudgedBox extends Counted {
  vendor: Client
  /** Ten pieces passed, two refused. */
  sku: string
}

/** A counted box of twelve pieces, two of which QC refused. */
export async function judgedBox(server: TestServer): Promise<JudgedBox> {
  const made = await countedBoxes(server, [[12]])
  const [sku = ''] = made.skus
  const lines = [{ ...passing(sku, 10, 12), failed: 2 }]
  const { status, body } = await made.judge({ lines, defects: [stain(sku, 2)], verdict: 'mixed' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...made, vendor: made.shipment.client, sku }
}

export type Disputing = Takes<typeof calls.openDispute>

export const disputing = ({ box, sku }: JudgedBox, more: Partial<Disputing> = {}): Disputing => ({
  ...{ box_id: box.sscc, answer: 'dispute', reason: 'no_defect', words: 'This is the pattern of the print.' },
  ...{ lines: [{ nm_sku: sku, kind: 'refused', pieces: 2 }], image_ids: [], ...more },
})

export async function sentPhoto(by: Client): Promise<string> {
  const sent = await by.call(calls.uploadDisputePhoto, { file: { name: 'a.jpg', bytes: await plainPhoto() } })
  return sent.body.data.image_id
}

export interface OpenedDispute {
  number: string
  sscc: string
  image: string
}

/** A dispute of some vendor with a photograph. */
export async function openedDispute(server: TestServer): Promise<OpenedDispute> {
  const at = await judgedBox(server)
  const image = await sentPhoto(at.vendor)
  const { status, body } = await at.vendor.call(calls.openDispute, disputing(at, { image_ids: [image] }))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { number: body.data.dispute.number, sscc: at.box.sscc, image }
}
