import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { orderStateWords } from '../../../shared/areas/production/order-states.ts'
import {
  missingWords,
  type Quantity,
  takesQuantities,
} from '../../../shared/areas/sample-development/pre-production.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { Section } from '../../kit/Drawer.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { Development } from './MeasureGrid.tsx'

const piecesShape = z.record(z.string(), z.number().nullable())
const MOST_PIECES = 1_000_000
const cellKey = (color: string, size: string) => `${color}\n${size}`

/** What production begins with: made of a sample that passed, it says what is missing. */
export function Production({ found }: { found: Development }) {
  const { t, instant, plural } = useLocale()
  const { sample, order } = found
  const mayMake = useRight('developSamples')
  const seesCosts = useRight('sampleCosting')
  if (order)
    return (
      <Section
        title={`${t('Pre-production order')} ${order.number}`}
        tools={<StatusTag status={orderStateWords[order.state]} tone="warn" />}
      >
        <p className="muted">
          {instant(order.made_at)} · {order.made_by} · {plural(order.pieces, '1 piece', '{{n}} pieces')}
        </p>
        <p>
          <Link to={`/ops/in-house-orders?order=${order.number}&part=order`}>{t('Open the production order')}</Link>
        </p>
        {order.missing.length > 0 ? (
          <Callout tone="warn">
            {t('Still missing:')}
            <ul>
              {order.missing.map((thing) => (
                <li key={thing}>
                  {t(missingWords[thing])}{' '}
                  {seesCosts && (thing === 'fabric' || thing === 'costing') ? (
                    <Link to={address('/ops/sample-costing', { tab: 'all', sample: sample.sample_id })}>
                      {t('Open its costing')}
                    </Link>
                  ) : null}
                </li>
              ))}
            </ul>
          </Callout>
        ) : (
          <Callout tone="good">{t('Nothing is missing.')}</Callout>
        )}
        <Quantities key={order.version} found={found} isOpen={mayMake && takesQuantities(order.state)} />
      </Section>
    )
  if (sample.state !== 'passed' || !mayMake)
    return (
      <Section title={t('Pre-production order')}>
        <p className="muted">{t('Production is prepared once the sample has passed.')}</p>
      </Section>
    )
  return (
    <Section title={t('Pre-production order')}>
      <p className="muted">{t('Quantities may follow later: the order says what is missing.')}</p>
      <Quantities found={found} isOpen />
    </Section>
  )
}

/** How many pieces of each colour and size: of an order that is made, or changed while it may be. */
function Quantities({ found: { sample, order, ...style }, isOpen }: { found: Development; isOpen: boolean }) {
  const { t, number } = useLocale()
  const standing: readonly Quantity[] = order?.lines ?? []
  const among = (all: readonly string[], others: readonly string[]) => [...new Set([...all, ...others])]
  const sizes = among(
    style.sizes,
    standing.map(({ size }) => size),
  )
  const colors = among(
    style.colors,
    standing.map(({ color }) => color),
  )
  const rows = colors.length > 0 ? colors : ['']
  const begins = Object.fromEntries(
    standing.map((line) => [cellKey(line.color, line.size), line.pieces as number | null]),
  )
  const draft = `pre-production.${sample.sample_id}.${order?.version ?? 0}`
  const typed = useTyped(draft, piecesShape, begins, t('Pre-production order'))
  const send = useAction(
    (lines: Quantity[], options) =>
      api.sampleDevelopment.createPreProductionOrder(
        {
          ...{ sample_id: sample.sample_id, version: sample.version, lines },
          ...(order && { order_version: order.version }),
        },
        options,
      ),
    { refresh: ['sampleDevelopment'], looksAgain: true, what: t('Pre-production order') },
  )
  const piecesAt = (color: string, size: string) => typed.value[cellKey(color, size)] ?? null
  const lines = rows.flatMap((color) =>
    sizes.flatMap((size) => {
      const pieces = piecesAt(color, size)
      return pieces === null || pieces === 0 ? [] : [{ color, size, pieces }]
    }),
  )
  const tooMany = lines.filter(({ pieces }) => pieces > MOST_PIECES)
  const sumOf = (some: readonly Quantity[]) => number(some.reduce((sum, { pieces }) => sum + pieces, 0))
  return (
    <>
      <table className="plain-table" aria-label={t('Quantities by colour and size')}>
        <thead>
          <tr>
            <th scope="col">{t('Colour')}</th>
            {sizes.map((size) => (
              <th key={size} scope="col" className="end">
                {size}
              </th>
            ))}
            <th scope="col" className="end">
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((color) => (
            <tr key={color}>
              <td>{color === '' ? '–' : color}</td>
              {sizes.map((size) => {
                const pieces = piecesAt(color, size)
                return (
                  <td key={size} className="end">
                    {isOpen ? (
                      <QuantityInput
                        value={pieces}
                        label={`${color} ${size}`.trim()}
                        max={MOST_PIECES}
                        onChange={(next) => typed.change((now) => ({ ...now, [cellKey(color, size)]: next }))}
                      />
                    ) : pieces === null ? (
                      '–'
                    ) : (
                      number(pieces)
                    )}
                  </td>
                )
              })}
              <td className="end">{sumOf(lines.filter((line) => line.color === color))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            {sizes.map((size) => (
              <td key={size} className="end">
                {sumOf(lines.filter((line) => line.size === size))}
              </td>
            ))}
            <td className="end">
              <b>{sumOf(lines)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      {tooMany.map(({ color, size }) => (
        <p key={cellKey(color, size)} className="field-problem" role="alert">
          {t('{{cell}}: at most {{n}} pieces.', { cell: `${color} ${size}`.trim(), n: number(MOST_PIECES) })}
        </p>
      ))}
      {isOpen ? (
        <Button
          className="quantity-foot"
          intent="primary"
          text={order ? t('Save quantities') : t('Make the pre-production order')}
          disabled={(order !== null && !typed.isTyped) || tooMany.length > 0}
          loading={send.isRunning}
          onClick={() => void send.run(lines).then((done) => done && typed.reset())}
        />
      ) : null}
    </>
  )
}
