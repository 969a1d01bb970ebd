import type { DraftContent } from '../../../shared/areas/production/calls.ts'
import type { Locale } from '../../table/words.ts'
import type { FoundOrder } from './parts.tsx'
import { quotasOf } from './quotas.ts'

/** What a draft says, thing by thing, in the reader's language. */
type Said = ReadonlyMap<string, string>

/** Puts what two sides say differently beside each other. A part that a draft does not have is as the order has it. */
export function differences(
  found: FoundOrder,
  sides: readonly (DraftContent | null)[],
  words: Locale,
): { label: string; said: string[] }[] {
  const stored = asDraft(found)
  // A split that is typed as quotas is set beside the order's in quotas, too.
  const typed = sides.find((side) => side?.quotas !== undefined)?.quotas
  const order: DraftContent =
    typed === undefined
      ? stored
      : {
          ...stored,
          shares: [],
          quotas: quotasOf(found.shares, typed.some(({ size }) => size !== null) ? 'size' : 'quantity'),
        }
  const all = sides.map((side) => saidOf({ ...order, ...withoutGaps(side ?? {}) }, words))
  const labels = [...new Set(all.flatMap((said) => [...said.keys()]))]
  return labels.flatMap((label) => {
    const said = all.map((one) => one.get(label) ?? '–')
    return new Set(said).size < 2 ? [] : [{ label, said }]
  })
}

const withoutGaps = (content: DraftContent): DraftContent =>
  Object.fromEntries(Object.entries(content).filter(([, part]) => part !== undefined))

function asDraft({ order, lines, remark, shares, facilities, markers: [marker] }: FoundOrder): DraftContent {
  return {
    lines: lines.map(({ color, size, pieces }) => ({ color, size, pieces })),
    due_on: order.due_on,
    needs_marker: order.needs_marker,
    remark,
    shares,
    facilities: facilities.map(({ facility, starts_on, due_on }) => ({ facility, starts_on, due_on })),
    ...(marker && { marker }),
  }
}

function saidOf(content: DraftContent, { t, number, decimal, day, money }: Locale): Said {
  const { lines = [], due_on, needs_marker, remark, shares = [], quotas = [], facilities = [], marker = {} } = content
  const said = new Map<string, string>()
  for (const { color, size, pieces } of lines) said.set(`${color} ${size}`.trim(), number(pieces))
  if (due_on) said.set(t('Due date'), day(due_on))
  if (needs_marker !== undefined) said.set(t('Needs a marker'), needs_marker ? t('Yes') : t('No'))
  if (remark) said.set(t('Remark'), remark)
  for (const { facility, color, size, pieces } of shares) said.set(`${facility} · ${color} ${size}`, number(pieces))
  for (const { facility, size, pieces } of quotas)
    said.set([facility, size].filter(Boolean).join(' · '), number(pieces))
  for (const { facility, starts_on, due_on, rate } of facilities) {
    if (starts_on && due_on) said.set(`${facility} · ${t('Time')}`, `${day(starts_on)} – ${day(due_on)}`)
    if (rate) said.set(`${facility} · ${t('Rate a piece')}`, money(rate))
  }
  const { width_mm, length_mm, efficiency_tenths, consumption = [] } = marker
  if (width_mm) said.set(t('Width (cm)'), decimal(width_mm / 10, 1))
  if (length_mm) said.set(t('Length (m)'), decimal(length_mm / 1_000, 3))
  if (efficiency_tenths) said.set(t('Efficiency (%)'), decimal(efficiency_tenths / 10, 1))
  for (const { size, metres } of consumption)
    said.set(t('Consumption of {{size}} (m a piece)', { size }), decimal(metres, 3))
  return said
}
