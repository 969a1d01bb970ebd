import { useState } from 'react'
import type { GarmentSpec } from '../../../shared/areas/garment-specs/calls.ts'
import { jumpsOf } from '../../../shared/areas/garment-specs/rules.ts'
import { centimetres } from '../../../shared/kernel/centimetres.ts'
import { SpecDrawing } from '../../garments/SpecDrawing.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

/** Points of measure size by size beside their drawing, and the grading below; jumps in the wrong direction are marked. */
export function SpecTables({ spec }: { spec: GarmentSpec }) {
  const { t } = useLocale()
  const [on, setOn] = useState<string | null>(null)
  return (
    <>
      <Section title={t('Points of measure (cm)')} isOnPage>
        {spec.points.length === 0 ? (
          <p className="muted">{t('Nobody has brought points of measure in yet.')}</p>
        ) : (
          <div className="specs-parts">
            <SpecDrawing category={spec.style.category} points={spec.points.map(({ point }) => point)} on={on} />
            <PointTable spec={spec} onPoint={setOn} />
          </div>
        )}
      </Section>
      <Section title={t('Grading')} isOnPage>
        {spec.grading.length === 0 ? (
          <p className="muted">{t('Nobody has brought a grading in yet.')}</p>
        ) : (
          <>
            {spec.style.contradicted > 0 ? (
              <Callout tone="bad">
                {t('The points of measure were changed since, and say otherwise: please bring the grading in again.')}
              </Callout>
            ) : null}
            <GradingTable spec={spec} />
          </>
        )}
      </Section>
    </>
  )
}

function PointTable({ spec, onPoint }: { spec: GarmentSpec; onPoint: (point: string | null) => void }) {
  const { t, name } = useLocale()
  const { sizes, points } = spec
  return (
    <table className="launch-table" aria-label={t('Points of measure (cm)')}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t('Point of measure')}</th>
          {sizes.map((size) => (
            <th key={size} scope="col" className="is-number">
              {size}
            </th>
          ))}
          <th scope="col" className="is-number">
            {t('Tolerance ±')}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map((one, at) => {
          const jumps = new Map(jumpsOf(one.measures).map((jump) => [jump.to, jump]))
          const bySize = new Map(one.measures.map((measure) => [measure.size, measure]))
          const tolerances = new Set(one.measures.map(({ tolerance_mm }) => tolerance_mm))
          const [tolerance = 0] = tolerances
          return (
            <tr key={one.point} onPointerEnter={() => onPoint(one.point)} onPointerLeave={() => onPoint(null)}>
              <td>{at + 1}</td>
              <td>
                {name(one.point, one.point_zh)}
                {one.how_to_measure ? <span className="specs-jump">{one.how_to_measure}</span> : null}
              </td>
              {sizes.map((size) => {
                const measure = bySize.get(size)
                const jump = jumps.get(size)
                return (
                  <td key={size} className="is-number">
                    {measure === undefined ? '–' : centimetres(measure.spec_mm)}
                    {measure && tolerances.size > 1 ? ` ± ${centimetres(measure.tolerance_mm)}` : null}
                    {jump ? (
                      <span
                        className="specs-jump"
                        data-wrong={jump.isBackwards}
                        title={jump.isBackwards ? t('Smaller than the size before it') : undefined}
                      >
                        {grown(jump.increment_mm)}
                        {jump.isBackwards ? ' ⚠' : ''}
                      </span>
                    ) : null}
                  </td>
                )
              })}
              <td className="is-number">{tolerances.size > 1 ? t('By size') : centimetres(tolerance)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const isContradicted = ({ increment_mm, measured_mm }: GarmentSpec['jumps'][number]) =>
  measured_mm !== null && measured_mm !== increment_mm

/** "+2.0" or "−0.5". */
const grown = (mm: number) => `${mm < 0 ? '−' : '+'}${centimetres(Math.abs(mm))}`

function GradingTable({ spec: { grading, jumps } }: { spec: GarmentSpec }) {
  const { t } = useLocale()
  const points = [...new Set(jumps.map(({ point }) => point))]
  const jumpTo = (point: string, size: string) => jumps.find((jump) => jump.point === point && jump.to_size === size)
  return (
    <table className="launch-table" aria-label={t('Grading')}>
      <thead>
        <tr>
          <th scope="col">{t('Vendor size')}</th>
          <th scope="col">{t('Our size')}</th>
          {points.map((point) => (
            <th key={point} scope="col" className="is-number">
              {point}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grading.map(({ vendor_size, our_size }) => (
          <tr key={vendor_size}>
            <td>{vendor_size}</td>
            <td>{our_size}</td>
            {points.map((point) => {
              const jump = jumpTo(point, our_size)
              return (
                <td key={point} className="is-number">
                  {jump === undefined ? '–' : grown(jump.increment_mm)}
                  {jump && jump.increment_mm < 0 ? (
                    <span className="specs-jump" data-wrong="true">
                      {t('Smaller than the size before it')} ⚠
                    </span>
                  ) : null}
                  {jump && isContradicted(jump) ? (
                    <span className="specs-jump" data-wrong="true">
                      {t('{{increment}} by the points of measure', { increment: grown(jump.measured_mm ?? 0) })} ⚠
                    </span>
                  ) : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
