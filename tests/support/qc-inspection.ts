import { v7 } from 'uuid'
import { contract } from '../../src/shared/areas.ts'
import type { Takes } from '../../src/shared/kernel/call.ts'
import type { Client } from './client.ts'
import { type ArrivingBox, type AtQc, boxesAtQc } from './qc.ts'
import type { TestServer } from './server.ts'

const { getQcModal } = contract.qcBoxes
const { verifyQuantity } = contract.counting
const { verifyQcInspection } = contract.inspection

/** What `verifyQcInspection` takes, but for the box and its version. */
export type Judging = Omit<Takes<typeof verifyQcInspection>, 'box_id' | 'version'>

/** Counts a box: as declared, or as said. */
export async function takeCount(client: Client, box: ArrivingBox, counted: Record<string, number> = {}): Promise<void> {
  const modal = await client.call(getQcModal, { box_id: box.sscc })
  const done = await client.call(verifyQuantity, {
    box_id: box.sscc,
    version: modal.body.data.box.version,
    lines: box.items.map(({ nm_sku, quantity }) => ({ nm_sku, counted: counted[nm_sku] ?? quantity })),
  })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
}

export interface Counted extends AtQc {
  /** The first box. */
  box: ArrivingBox
  /** Its SKUs. */
  skus: string[]
  open(): Promise<ModalOf>
  /** Judges pieces of the first box as the warehouse, or as another; on its present version unless said. */
  judge(said: Judging, by?: Client, version?: number): Promise<ReplyOf>
}

type ModalOf = Awaited<ReturnType<typeof openBox>>
type ReplyOf = Awaited<ReturnType<typeof judgeBox>>

export async function openBox(client: Client, ref: string) {
  const modal = await client.call(getQcModal, { box_id: ref })
  if (modal.status !== 200) throw new Error(JSON.stringify(modal.body))
  return modal.body.data
}

/** Answers to the checklist are to the one of now unless said. */
export async function judgeBox(client: Client, ref: string, version: number, said: Judging) {
  const isHeld = said.lines.some((line) => (line.on_hold ?? 0) > 0)
  const remark = isHeld ? 'to be looked at again' : undefined
  const isAnswered = said.checklist && said.checklist_version === undefined
  const answered = isAnswered ? { checklist_version: (await openBox(client, ref)).checklist.version } : {}
  return client.call(verifyQcInspection, { ...(remark && { remark }), ...answered, ...said, box_id: ref, version })
}

/** Boxes at QC, all counted as declared. */
export async function countedBoxes(server: TestServer, boxes: number[][]): Promise<Counted> {
  const made = await boxesAtQc(server, boxes)
  for (const box of made.boxes) await takeCount(made.client, box)
  const [box] = made.boxes
  if (box === undefined) throw new Error('no box')
  const open = () => openBox(made.client, box.sscc)
  return {
    ...made,
    box,
    skus: box.items.map((item) => item.nm_sku),
    open,
    judge: async (said, by = made.client, version) =>
      judgeBox(by, box.sscc, version ?? (await open()).box.version, said),
  }
}

/** Every waiting piece of a SKU passes, and so many were looked at. */
export function passing(nm_sku: string, passed: number, sampled = passed): Judging['lines'][number] {
  return { nm_sku, passed, sampled }
}

type DefectWish = Partial<NonNullable<Judging['defects']>[number]>

export function stain(nm_sku: string, units = 1, wish: DefectWish = {}): NonNullable<Judging['defects']>[number] {
  return { nm_sku, reason: 'Stain', severity: 'major', units, remark: 'oil on the front', ...wish }
}

/** A photograph as if it had been uploaded. */
export async function savedImage(server: TestServer, userId: string): Promise<string> {
  const id = v7()
  const picture = Buffer.from([1])
  const saved = { id, user_id: userId, width: 1, height: 1, picture, thumbnail: picture, sha256: Buffer.from(id) }
  await server.db.insertInto('qc_image').values(saved).execute()
  return id
}
