import { contract } from '../../../src/shared/areas.ts'
import { photo } from './china.ts'
import { need, type Plays, some, type Who, type World } from './play.ts'

const { disputes, qcBoxes } = contract

/** A live dispute of the first vendor in one of these turns, as somebody sees it. */
async function one({ by, random }: World, who: Who, waits?: 'house' | 'vendor') {
  const { rows } = await by[who].look(disputes.getDisputes, { tab: 'open', page_size: 100, ...(waits && { waits }) })
  return random.pick(some(rows))
}

const said = ({ random }: World) => `Chaos ${random.int(1, 1_000_000)}`

/** Vendors accept and dispute QC results; QC asks, hands over and decides. */
export const disputePlays: Plays = {
  'disputes.openDispute': async (world) => {
    const { by } = world
    const { rows } = await by.vendor.look(qcBoxes.getInwardedBoxes, { tab: 'all', page_size: 100 })
    const found = rows.filter(
      ({ quantities: q }) => q.uncounted === 0 && q.failed + q.returned + q.missing + q.excess > 0,
    )
    for (const { sscc } of some(found)) {
      const { may, lines } = await by.vendor.look(disputes.getBoxDisputes, { box_id: sscc })
      const line = lines[0]
      if (!may.includes('dispute') || line === undefined) continue
      const kind = line.refused > 0 ? 'refused' : line.short > 0 ? 'short' : 'over'
      return by.vendor.act(disputes.openDispute, {
        ...{ box_id: sscc, answer: 'dispute', reason: 'count_wrong', words: said(world) },
        lines: [{ nm_sku: line.nm_sku, kind, pieces: 1 }],
      })
    }
    return need(null)
  },
  'disputes.uploadDisputePhoto': ({ by }) => by.vendor.act(disputes.uploadDisputePhoto, { file: photo() }),
  'disputes.askAboutDispute': async (world) => {
    const { number, version } = await one(world, 'ops', 'house')
    return world.by.ops.act(disputes.askAboutDispute, { number, version, words: said(world) })
  },
  'disputes.answerDispute': async (world) => {
    const { number, version } = await one(world, 'vendor', 'vendor')
    return world.by.vendor.act(disputes.answerDispute, { number, version, words: said(world) })
  },
  'disputes.handOverDispute': async (world) => {
    const { number, version } = await one(world, 'ops')
    const { people } = await world.by.ops.look(disputes.disputeOwners, { number })
    return world.by.ops.act(disputes.handOverDispute, { number, version, owner_id: world.random.pick(some(people)).id })
  },
  'disputes.settleDispute': async (world) => {
    const { number, version } = await one(world, 'ops')
    const outcome = world.random.pick(['upheld', 'turned_down'] as const)
    return world.by.ops.act(disputes.settleDispute, { number, version, outcome, words: said(world), next: 'none' })
  },
  'disputes.withdrawDispute': async (world) => {
    const { number, version } = await one(world, 'vendor')
    return world.by.vendor.act(disputes.withdrawDispute, { number, version, words: said(world) })
  },
  'disputes.saveDisputeSettings': async ({ by, random }) => {
    const { version } = await by.ops.look(disputes.disputeSettings, {})
    return by.ops.act(disputes.saveDisputeSettings, {
      settings: { open_days: 90, answer_days: random.int(1, 30) },
      version,
    })
  },
}
