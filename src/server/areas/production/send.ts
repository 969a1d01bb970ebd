import { lackingBefore, lackingWords } from '../../../shared/areas/production/lacking.ts'
import { productionWords } from '../../../shared/areas/production/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import type { Handlers } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { type JobCard, keepCard, keptCard } from './job-card.ts'
import { holdOrders, lockOrders, moveOrders } from './move-orders.ts'
import { orderOf } from './orders.ts'

type Routes = Handlers<Contract['production']>

/** Sends orders, all of them or none; everything that any of them lacks is listed, a line each. */
export const sendToProduction: Routes['sendToProduction'] = async ({ orders, language }, context) => {
  const sent = await context.command(async (tx) => {
    const numbers = orders.map(({ order_action_id }) => order_action_id)
    const ready = await lockOrders(tx, context, numbers)
    const fields = ready.flatMap(({ state, number, lacking }, at) =>
      state === 'READY_FOR_PRODUCTION'
        ? lackingBefore('SENT_FOR_PRODUCTION', lacking).map((thing) => ({
            field: `orders.${at}.${thing}`,
            message: lackingWords[thing],
            values: { number },
          }))
        : [],
    )
    if (fields.length > 0) throw conflict(productionWords.lacking, { fields })
    const held = await holdOrders(tx, context, orders, 'send')
    const cards: { order: string; number: number }[] = []
    for (const order of held) {
      const { number } = await keepCard(tx, order, context.caller.userId)
      cards.push({ order: order.id, number })
    }
    await moveOrders(tx, context, held, 'send', {
      details: ({ id }) => ({ card: cards.find((card) => card.order === id)?.number ?? null }),
    })
    return { cards }
  })
  const cards: JobCard[] = []
  for (const { order, number } of sent.cards) {
    const card = await keptCard(context.db, order, number)
    if (card !== null) cards.push(card)
  }
  // Loaded when needed: the libraries for pages would hold up every start.
  const { jobCardsPdf } = await import('./job-card-paper.ts')
  return { body: await jobCardsPdf(cards, language, context) }
}

/** A card as it was made. */
export const jobCard: Routes['jobCard'] = async ({ order_action_id, number, language }, context) => {
  const { id } = await orderOf(context.db, context, order_action_id)
  const card = await keptCard(context.db, id, number)
  if (card === null) throw notFound(productionWords.noCard, { number: order_action_id })
  await recordDownload(context, 'job_card.pdf', { order_action_id, number })
  const { jobCardsPdf } = await import('./job-card-paper.ts')
  return { body: await jobCardsPdf([card], language, context) }
}
