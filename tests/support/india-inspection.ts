import { contract } from '../../src/shared/areas.ts'
import type { Client } from './client.ts'
import { type OnWayToIndia, onWayToIndia, receive } from './india.ts'
import type { ArrivingBox } from './qc.ts'
import type { Judging } from './qc-inspection.ts'
import { done } from './qc-world.ts'
import type { TestServer } from './server.ts'

const { getQcInspection, verifyQcInspection } = contract.indiaInspection

export interface InIndia extends OnWayToIndia {
  /** The first box. */
  box: ArrivingBox
  /** Its SKUs. */
  skus: string[]
  open(ref?: string, by?: Client): ReturnType<typeof openInIndia>
  /** Judges pieces of a box as India's manager, or as another; on its present version unless said. */
  judge(
    said: Judging,
    of?: { by?: Client; ref?: string; version?: number; key?: string },
  ): ReturnType<typeof judgeInIndia>
}

export function openInIndia(client: Client, box_id: string) {
  return done(client, getQcInspection, { box_id })
}

export function judgeInIndia(client: Client, box_id: string, version: number, said: Judging, key?: string) {
  const isHeld = said.lines.some((line) => (line.on_hold ?? 0) > 0)
  const remark = isHeld ? 'to be looked at again' : undefined
  const input = { ...(remark && { remark }), ...said, box_id, version }
  return client.call(verifyQcInspection, input, key ? { 'idempotency-key': key } : undefined)
}

/** Boxes whose every piece passed in China, received in India as declared. */
export async function boxesInIndia(server: TestServer, boxes: number[][] = [[12, 8]]): Promise<InIndia> {
  const world = await onWayToIndia(server, boxes)
  await receive(world.receiver, world.ssccs)
  const [box] = world.boxes
  if (box === undefined) throw new Error('no box')
  const open = (ref = box.sscc, by = world.manager) => openInIndia(by, ref)
  return {
    ...world,
    box,
    skus: box.items.map(({ nm_sku }) => nm_sku),
    open,
    judge: async (said, { by = world.manager, ref = box.sscc, version, key } = {}) =>
      judgeInIndia(by, ref, version ?? (await open(ref)).box.version, said, key),
  }
}
