import { Button } from '@blueprintjs/core'
import type { SpecsTaken } from '../../../shared/areas/garment-specs/calls.ts'
import { sumsText } from '../../../shared/areas/garment-specs/changes.ts'
import { useUploadDialog } from '../../actions/upload/UploadDialog.tsx'
import type { TakeMode, UploadRun } from '../../actions/upload/upload-state.ts'
import { api } from '../../api/client.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { Differences, useSumWords } from './Differences.tsx'

type LeftOut = SpecsTaken['left_out']

interface SpecUploadProps {
  of: 'garment' | 'grading'
  /** Of one style alone. */
  code?: string
  title: string
  getTemplate: () => void
}

/** A sheet of points of measure or grading: says what it would add, change and remove before it is taken. */
export function SpecUpload({ of, code, title, getTemplate }: SpecUploadProps) {
  const { t } = useLocale()
  const call = of === 'garment' ? api.garmentSpecs.uploadGarmentFile : api.garmentSpecs.uploadGradingFile
  const about = code === undefined ? {} : { vendor_catalogue_id: code }
  const how = ({ key, signal, onProgress }: UploadRun<void>) => ({ key, signal, onProgress })
  const upload = useUploadDialog<void, SpecsTaken>({
    title,
    accept: ['.xlsx', '.csv'],
    template: { label: t('Download the sheet to fill in'), download: getTemplate },
    look: async (file, run, choice) => {
      const left_out: LeftOut = choice === 'removed' ? 'removed' : 'stay'
      const { data } = await call({ ...about, file, mode: run.mode, step: 'look', left_out }, how(run))
      const sums = data.adds + data.changes + data.removes
      return {
        shows: (ask) => <Look seen={data} mode={run.mode} onChoice={ask} />,
        word: sums === 0 ? t('Nothing to change') : data.removes > 0 ? t('Take it, and remove them') : t('Take it'),
        ...(data.removes > 0 && { intent: 'danger' as const }),
        seen: { left_out, seen: sumsText(data) },
      }
    },
    upload: (file, run, seen) =>
      call(
        {
          ...about,
          file,
          mode: run.mode,
          step: 'take',
          left_out: seen.left_out === 'removed' ? 'removed' : 'stay',
          seen: seen.seen,
        },
        how(run),
      ),
    about: (data) => <Outcome data={data} />,
  })
  return (
    <>
      <Button text={`${title}…`} onClick={() => upload.open()} />
      {upload.dialog}
    </>
  )
}

interface LookProps {
  seen: SpecsTaken
  mode: TakeMode
  onChoice: (choice: LeftOut) => void
}

function Look({ seen, mode, onChoice }: LookProps) {
  const { t, plural } = useLocale()
  const sumWords = useSumWords()
  const { differences, stays, removes, waiting } = seen
  const count = seen.adds + seen.changes + removes
  return (
    <div className="spec-look" role="status">
      <h2>{sumWords(seen)}</h2>
      {waiting > 0 ? (
        <Callout tone="warn">
          {plural(
            waiting,
            'A style is live: its change waits until somebody of the company agrees.',
            '{{n}} styles are live: their changes wait until somebody of the company agrees.',
          )}
        </Callout>
      ) : null}
      {stays > 0 ? (
        <p>
          {plural(
            stays,
            '1 line that the sheet leaves out stays as it is.',
            '{{n}} lines that the sheet leaves out stay as they are.',
          )}{' '}
          {mode === 'all' ? (
            <Button
              size="small"
              intent="danger"
              variant="minimal"
              text={t('Remove them…')}
              onClick={() => onChoice('removed')}
            />
          ) : null}
        </p>
      ) : null}
      {removes > 0 ? (
        <p>
          <Button size="small" text={t('Let them stay')} onClick={() => onChoice('stay')} />
        </p>
      ) : null}
      {mode === 'good_rows' ? <p className="muted">{t('Rows with faults are left out; nothing is removed.')}</p> : null}
      {count > 0 ? (
        <div className="spec-lines">
          <Differences label={t('What the sheet changes')} rows={differences} />
          {count > differences.length ? (
            <p className="muted">{t('The first {{count}} are shown', { count: differences.length })}</p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Outcome({ data }: { data: SpecsTaken }) {
  const { plural } = useLocale()
  const sumWords = useSumWords()
  if (data.waiting === 0) return <p>{sumWords(data)}</p>
  return (
    <Callout tone="warn">
      {plural(
        data.waiting,
        'The change of a live style waits for the company.',
        'Changes of {{n}} live styles wait for the company.',
      )}
    </Callout>
  )
}
