import { contract } from '../../../src/shared/areas.ts'
import { type Plays, some, type World } from './play.ts'

const { orders, talk } = contract

/** A few orders, so that what was said is found again within its minute. */
async function talkedOf(by: World['by']) {
  return (await by.ops.look(orders.getOrders, { page_size: 50, sort: 'order_id' })).rows.slice(0, 3)
}

/** Words about orders, some of them taken back. */
export const talkPlays: Plays = {
  'talk.say': async ({ by, random }) => {
    const { order_id } = random.pick(some(await talkedOf(by)))
    const house_only = random.int(0, 1) === 1
    return by.ops.act(talk.say, {
      kind: 'order',
      code: order_id,
      text: `chaos ${random.int(1, 1_000_000)}`,
      house_only,
    })
  },
  'talk.takeBack': async ({ by, random }) => {
    const threads = []
    for (const { order_id } of await talkedOf(by))
      threads.push(await by.ops.look(talk.getThread, { kind: 'order', code: order_id }))
    const messages = threads.flatMap((thread) => thread.messages)
    const own = messages.filter(
      ({ is_own, is_taken_back, said_at }) => is_own && !is_taken_back && Date.now() - Date.parse(said_at) < 50_000,
    )
    return by.ops.act(talk.takeBack, { id: random.pick(some(own)).id })
  },
}
