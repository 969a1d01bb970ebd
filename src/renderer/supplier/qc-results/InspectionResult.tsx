import { key } from '../../i18n/key.ts'
import { Instant } from '../../kit/values.tsx'
import { useWords } from '../../table/words.ts'
import type { Inspection, QcLine } from '../qc/box/use-box-data.ts'
import { severityTones, severityWords, verdictLabels, verdictTones } from '../qc/inspect/plan-words.ts'
import { PhotoStrip } from '../qc/photos/PhotoStrip.tsx'

interface InspectionResultProps {
  inspection: Inspection
  lines: readonly QcLine[]
}

const kinds: Record<Inspection['kind'], string> = {
  inspection: key('Inspection'),
  reinspection: key('Inspection again'),
  skip: key('Passed, not inspected'),
}

/** One inspection: its verdict, its defects with their photographs, and what else was noted. */
export function InspectionResult({ inspection, lines }: InspectionResultProps) {
  const { t, number } = useWords()
  const { kind, verdict, at, by, defects, remark, reason, image_ids } = inspection
  const sum = (of: 'passed' | 'failed' | 'on_hold') => inspection.lines.reduce((all, line) => all + line[of], 0)
  const numbers = [
    [t('QC passed'), sum('passed')],
    [t('QC failed'), sum('failed')],
    [t('On hold'), sum('on_hold')],
  ] as const
  return (
    <article className="result-inspection">
      <h4>
        {t(kinds[kind])} {number(inspection.number)}
        <span className="status-tag" data-tone={verdictTones[verdict]}>
          {t(verdictLabels[verdict])}
        </span>
        <span className="muted">
          {numbers.flatMap(([word, pieces]) => (pieces > 0 ? `${word} ${number(pieces)}` : [])).join(' · ')}
        </span>
        <span className="muted result-when">
          <Instant at={at} /> · {by}
        </span>
      </h4>
      {reason || remark ? <p>{[reason && t(reason), remark].filter(Boolean).join(' · ')}</p> : null}
      <ul className="result-defects">
        {defects.map((defect, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the defects of a written inspection never move
          <li key={place}>
            <Defect defect={defect} line={lines.find(({ nm_sku }) => nm_sku === defect.nm_sku)} />
          </li>
        ))}
      </ul>
      <PhotoStrip ids={image_ids} label={t('Photos of the inspection')} />
    </article>
  )
}

function Defect({ defect, line }: { defect: Inspection['defects'][number]; line: QcLine | undefined }) {
  const { t, plural, name } = useWords()
  return (
    <>
      <div className="result-defect">
        <span className="status-tag" data-tone={severityTones[defect.severity]}>
          {t(severityWords[defect.severity])}
        </span>
        <b>{t(defect.reason)}</b>
        <span>{plural(defect.units, '1 piece', '{{n}} pieces')}</span>
        <span className="code">{defect.nm_sku}</span>
        {line ? <span className="muted">{`${name(line.color, line.color_zh)} · ${line.size}`}</span> : null}
      </div>
      {defect.remark ? <p>{defect.remark}</p> : null}
      <PhotoStrip ids={defect.image_ids} label={t('Photos of the defect')} />
    </>
  )
}
