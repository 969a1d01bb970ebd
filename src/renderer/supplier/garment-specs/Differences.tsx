import type { SpecDifference, SpecSums } from '../../../shared/areas/garment-specs/changes.ts'
import { useLocale } from '../../table/words.ts'

/** How many lines are added, changed and removed, in words. */
export function useSumWords(): (sums: SpecSums) => string {
  const { t } = useLocale()
  return ({ adds, changes, removes }) =>
    t('Adds {{adds}}, changes {{changes}}, removes {{removes}}', { adds, changes, removes })
}

interface DifferencesProps {
  label: string
  rows: readonly (SpecDifference & { code?: string })[]
}

/** Lines of a spec that differ, old beside new. */
export function Differences({ label, rows }: DifferencesProps) {
  const { t } = useLocale()
  const hasCodes = new Set(rows.map(({ code }) => code)).size > 1
  return (
    <table className="launch-table" aria-label={label}>
      <thead>
        <tr>
          {hasCodes ? <th scope="col">{t('Catalogue no.')}</th> : null}
          <th scope="col">{t('Point of measure')}</th>
          <th scope="col">{t('Size')}</th>
          <th scope="col">{t('As it stands')}</th>
          <th scope="col">{t('As it would be')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, point, size, was, now }) => (
          <tr key={`${code} ${point} ${size}`}>
            {hasCodes ? <td className="code">{code}</td> : null}
            <td>{point ?? t('Vendor size')}</td>
            <td>{size}</td>
            <td>{was ?? '–'}</td>
            <td>{now === null ? <b className="spec-gone">{t('Removed')}</b> : <b>{now}</b>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
