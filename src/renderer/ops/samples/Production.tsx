import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { missingWords, orderWords } from '../../../shared/areas/sample-development/pre-production.ts'
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
const cellKey = (color: string, size: string) => `${color}\n${size}`

/** What production begins with: made of a sample that passed, it says what is missing. */
export function Production({ found }: { found: Development }) {
  const { t, instant, number, plural } = useLocale()
  const { sample, order, sizes } = found
  const colors = found.colors.length > 0 ? found.colors : ['']
  const mayMake = useRight('developSamples')
  const typed = useTyped(`pre-production.${sample.sample_id}`, piecesShape, {}, t('Pre-production order'))
  const make = useAction(
    (lines: { color: string; size: string; pieces: number }[], options) =>
      api.sampleDevelopment.createPreProductionOrder(
        { sample_id: sample.sample_id, version: sample.version, lines },
        options,
      ),
    { refresh: ['sampleDevelopment'], looksAgain: true, what: t('Pre-production order') },
  )
  if (order) {
    return (
      <Section
        title={`${t('Pre-production order')} ${order.number}`}
        tools={<StatusTag status={orderWords.actionRequired} tone="warn" />}
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
                <li key={thing}>{t(missingWords[thing])}</li>
              ))}
            </ul>
          </Callout>
        ) : (
          <Callout tone="good">{t('Nothing is missing.')}</Callout>
        )}
        {order.lines.length > 0 ? (
          <table className="plain-table" aria-label={t('Quantities by colour and size')}>
            <thead>
              <tr>
                <th scope="col">{t('Colour')}</th>
                <th scope="col">{t('Size')}</th>
                <th scope="col" className="end">
                  {t('Pieces')}
                </th>
              </tr>
            </thead>
            <tbody>
              {order.lines.map(({ color, size, pieces }) => (
                <tr key={cellKey(color, size)}>
                  <td>{color}</td>
                  <td>{size}</td>
                  <td className="end">{number(pieces)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </Section>
    )
  }
  if (sample.state !== 'passed' || !mayMake)
    return (
      <Section title={t('Pre-production order')}>
        <p className="muted">{t('Production is prepared once the sample has passed.')}</p>
      </Section>
    )
  const lines = colors.flatMap((color) =>
    sizes.flatMap((size) => {
      const pieces = typed.value[cellKey(color, size)] ?? null
      return pieces === null || pieces === 0 ? [] : [{ color, size, pieces }]
    }),
  )
  return (
    <Section title={t('Pre-production order')}>
      <p className="muted">{t('Quantities may follow later: the order says what is missing.')}</p>
      <table className="plain-table" aria-label={t('Quantities by colour and size')}>
        <thead>
          <tr>
            <th scope="col">{t('Colour')}</th>
            {sizes.map((size) => (
              <th key={size} scope="col" className="end">
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colors.map((color) => (
            <tr key={color}>
              <td>{color === '' ? '–' : color}</td>
              {sizes.map((size) => (
                <td key={size} className="end">
                  <QuantityInput
                    value={typed.value[cellKey(color, size)] ?? null}
                    label={`${color} ${size}`}
                    max={1_000_000}
                    onChange={(pieces) => typed.change((now) => ({ ...now, [cellKey(color, size)]: pieces }))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        intent="primary"
        text={t('Make the pre-production order')}
        loading={make.isRunning}
        onClick={() => void make.run(lines).then((done) => done && typed.reset())}
      />
    </Section>
  )
}
