import type { FabricLotRow } from '../../../shared/areas/materials/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useLocale } from '../../table/words.ts'

interface ShadeBandsProps {
  material: string
  /** The chosen one; empty: all. */
  lot: string
  onLot: (lot: string) => void
}

/** The shades of a fabric side by side, each with its free metres and lots: what can go into one order without a step in colour. */
export function ShadeBands({ material, lot, onLot }: ShadeBandsProps) {
  const { t, decimal } = useLocale()
  const answer = useAnswer('materials.getFabrics', { material_id: material, tab: 'all', page_size: 500 })
  const shades = shadesOf(answer.data?.rows ?? [])
  if (shades.length === 0) return null
  const most = Math.max(...shades.map(({ free }) => free))
  return (
    <section className="shade-bands" aria-label={t('Shades')}>
      {shades.map(({ shade, free, lots }) => (
        <div key={shade} className="shade-band">
          <span>
            <strong>{shade}</strong> {t('{{n}} free', { n: decimal(free, 2) })}
          </span>
          <svg width="100%" height="6" aria-hidden="true">
            <rect className="shade-track" width="100%" height="6" />
            <rect className="shade-free" width={`${most > 0 ? (100 * free) / most : 0}%`} height="6" />
          </svg>
          <span className="shade-lots">
            {lots.map((one) => (
              <button
                key={one.lot}
                type="button"
                className="remark-chip"
                aria-pressed={one.lot === lot}
                title={t('{{n}} free', { n: decimal(one.free, 2) })}
                onClick={() => onLot(one.lot === lot ? '' : one.lot)}
              >
                {one.lot}
              </button>
            ))}
          </span>
        </div>
      ))}
    </section>
  )
}

function shadesOf(rows: readonly FabricLotRow[]) {
  const sum = (of: readonly FabricLotRow[]) => of.reduce((all, { free }) => all + free, 0)
  return [...Map.groupBy(rows, ({ shade }) => shade)]
    .map(([shade, lots]) => ({ shade, free: sum(lots), lots }))
    .toSorted((a, b) => b.free - a.free || a.shade.localeCompare(b.shade))
}
