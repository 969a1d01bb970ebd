import { contract } from '../../../src/shared/areas.ts'
import { photo } from './china.ts'
import { type Plays, some, type World } from './play.ts'

const { correctiveActions: actions } = contract

async function one({ by, random }: World, tab: 'to_answer' | 'to_check' | 'accepted') {
  const { rows } = await by.ops.look(actions.getCorrectiveActions, { tab, page_size: 100 })
  return random.pick(some(rows))
}

/** What vendors are asked to see to: opened, answered, sent back, accepted and closed. */
export const correctivePlays: Plays = {
  'correctiveActions.openCorrectiveAction': ({ by, random }) =>
    by.ops.act(actions.openCorrectiveAction, {
      ...{ supplier_id: random.pick(['GZ01', 'SZ02']), due_on: '2099-01-02' },
      ...{ title: `Chaos ${random.int(1, 1_000_000)}`, wrong: 'Stains', about: { kind: 'reason', code: 'Stain' } },
    }),
  'correctiveActions.changeCorrectiveAction': async (world) => {
    const { number, version } = await one(world, 'to_answer')
    const due_on = `2099-02-${String(world.random.int(10, 28))}`
    return world.by.ops.act(actions.changeCorrectiveAction, { number, version, due_on, owner_id: null })
  },
  'correctiveActions.uploadCorrectivePhoto': ({ by }) =>
    by.vendor.act(actions.uploadCorrectivePhoto, { file: photo() }),
  'correctiveActions.answerCorrectiveAction': async ({ by, random }) => {
    const { rows } = await by.vendor.look(actions.getCorrectiveActions, { tab: 'to_answer', page_size: 100 })
    const { number, version } = random.pick(some(rows))
    const said = { root_cause: `Chaos ${random.int(1, 1_000_000)}`, done: 'Mended', image_ids: [] }
    return by.vendor.act(actions.answerCorrectiveAction, { number, version, ...said })
  },
  'correctiveActions.judgeCorrectiveAction': async (world) => {
    const { random } = world
    const { number, version } = await one(world, 'to_check')
    const judgement = random.pick(['accept', 'return'] as const)
    return world.by.ops.act(actions.judgeCorrectiveAction, {
      ...{ number, version, judgement, remark: `Chaos ${random.int(1, 1_000_000)}`, due_on: '2099-03-01' },
    })
  },
}
