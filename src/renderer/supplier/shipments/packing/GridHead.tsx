import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/domain/packing.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useNamed } from '../../../i18n/named.ts'
import type { PackingLine } from './draft-boxes.ts'
import { gridSize } from './grid-size.ts'
import type { LineSum, PackingSums } from './packing-sums.ts'

interface GridHeadProps {
  lines: readonly PackingLine[]
  /** Lines in sight, from and to (not included). */
  from: number
  to: number
  sums: PackingSums
}

/** The titles of the grid: SKUs at the top, under each what is ready, packed and missing. */
export function GridHead({ lines, from, to, sums }: GridHeadProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const hasOrders = new Set(lines.map((line) => line.order_id)).size > 1
  const shown = lines.slice(from, to)
  const { missing, surplus } = sums
  const missingInAll = surplus > 0 ? `${formats.number(missing)} +${formats.number(surplus)}` : formats.number(missing)
  const rows: readonly [keyof LineSum, string, string][] = [
    ['ready', t('To pack'), formats.number(sums.ready)],
    ['packed', t('Packed'), formats.number(sums.packed)],
    ['missing', t('Missing'), missingInAll],
  ]
  return (
    <div className="pg-head">
      <div className="pg-titles">
        <div className="pg-left">
          <span className="pg-tools" />
          <span className="pg-box">{t('Box no')}</span>
          <span className="pg-tracking">{t('Tracking ID')}</span>
          <span className="pg-weight">{t('Weight, kg')}</span>
          <span className="pg-total">{t('Pieces')}</span>
        </div>
        {shown.map((line, at) => (
          <div
            key={lineKey(line)}
            className="pg-line"
            style={{ transform: `translateX(${(from + at) * gridSize.line}px)` }}
            title={`${line.nm_sku}\n${line.order_id}\n${line.style_id} ${named(line.style_name, line.style_name_zh)}`}
          >
            <b>
              {line.size} <span>{named(line.color, line.color_zh)}</span>
            </b>
            <span className="pg-sku">{line.nm_sku}</span>
            {hasOrders ? <span className="pg-sku">{line.order_id}</span> : null}
          </div>
        ))}
      </div>
      {rows.map(([kind, label, total]) => (
        <div className="pg-sums" key={kind} data-kind={kind}>
          <div className="pg-left">
            <span className="pg-sum-label">{label}</span>
            <span className="pg-total" data-bad={kind === 'missing' && missing + surplus > 0}>
              {total}
            </span>
          </div>
          {shown.map((line, at) => {
            const value = sums.byLine.get(lineKey(line))?.[kind] ?? 0
            return (
              <div
                key={lineKey(line)}
                className="pg-sum"
                data-tone={kind === 'missing' ? toneOf(value) : undefined}
                style={{ transform: `translateX(${(from + at) * gridSize.line}px)` }}
              >
                {kind === 'missing' && value < 0 ? `+${formats.number(-value)}` : formats.number(value)}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function toneOf(missing: number): 'good' | 'warn' | 'bad' {
  if (missing === 0) return 'good'
  return missing > 0 ? 'warn' : 'bad'
}
