import type { OrderRow } from '../../shared/contract/shapes.ts'
import { exceptionWords } from '../../shared/domain/exceptions.ts'
import type { Tag } from '../table/columns.tsx'
import type { Words } from '../table/words.ts'

/** How much dearer than the style's order before, in whole percent; null without one. */
export function priceRise({ unit_price, previous_unit_price }: Pick<OrderRow, 'unit_price' | 'previous_unit_price'>) {
  if (!unit_price || !previous_unit_price || previous_unit_price.minor === 0) return null
  return Math.round((unit_price.minor / previous_unit_price.minor - 1) * 100)
}

/** "+18%", "−5%" or "0%". */
export function percentWords(percent: number): string {
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : '0%'
}

/** Why ops should look twice; a price jump says from what to what. */
export function exceptionTags(order: OrderRow, words: Words): Tag[] {
  return order.exceptions.map((kind): Tag => {
    const text = words.t(exceptionWords[kind])
    if (kind === 'new_vendor') return { text, tone: 'active' }
    if (kind === 'late') return { text: words.t('{{n}} d late', { n: -order.days_remaining }), tone: 'bad' }
    const rise = priceRise(order)
    if (rise === null || !order.unit_price || !order.previous_unit_price) return { text, tone: 'warn' }
    const prices = `${words.money(order.previous_unit_price)} → ${words.money(order.unit_price)}`
    return { text: `${prices}  ${percentWords(rise)}`, tone: 'warn', hint: text }
  })
}

/** What hurries a vendor. */
export function hurryTags(order: OrderRow, { t }: Words): Tag[] {
  const tags: Tag[] = []
  if (order.is_late) tags.push({ text: t('Late'), tone: 'bad' })
  if (order.is_urgent) tags.push({ text: t('Urgent'), tone: 'warn' })
  return tags
}

/** How long until the deadline, in words; empty once nothing is open. */
export function deadlineWords(order: OrderRow, { t }: Words): { text: string; tone: 'bad' | 'warn' | 'quiet' } | null {
  const { quantities: q, days_remaining: days } = order
  if (q.awaiting + q.on_platform + q.packed === 0) return null
  if (days < 0) return { text: t('{{n}} d late', { n: -days }), tone: 'bad' }
  if (days === 0) return { text: t('today'), tone: 'warn' }
  return { text: t('{{n}} d left', { n: days }), tone: days === 1 ? 'warn' : 'quiet' }
}
