import { Button } from '@blueprintjs/core'
import { kindNamed } from '../../../shared/areas/data/kinds.ts'
import { CorrectedButton } from '../../actions/upload/CorrectedButton.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState, Instant } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { type Locale, useLocale } from '../../table/words.ts'
import { ImportOutcome, importStates, sumsOf } from './ImportOutcome.tsx'
import { type ImportRow, useImportRow } from './use-import.ts'

interface ImportsDrawerProps {
  /** `all`, or the id of one. */
  shown: string
  onShow: (shown: string) => void
  onClose: () => void
}

const width = 940

/** The last files: who brought in what when, and what came of it; or one of them. */
export function ImportsDrawer({ shown, onShow, onClose }: ImportsDrawerProps) {
  return shown === 'all' ? (
    <LastImports onShow={onShow} onClose={onClose} />
  ) : (
    <OneImport id={shown} onShow={onShow} onClose={onClose} />
  )
}

const modeWords: Readonly<Record<ImportRow['mode'], string>> = {
  check: key('Look at it only'),
  all: key('All or nothing'),
  good_rows: key('Good rows'),
}

function kindWord({ kind }: Pick<ImportRow, 'kind'>, t: Locale['t']): string {
  return kind === 'all' ? t('All kinds') : t(kindNamed(kind).many)
}

function stateTag({ state }: Pick<ImportRow, 'state'>, t: Locale['t']) {
  const { word, tone } = importStates[state]
  return (
    <span className="status-tag" data-tone={tone}>
      {t(word)}
    </span>
  )
}

/** While it runs it is looked after, and its end is seen here. */
function LiveState({ first }: { first: ImportRow }) {
  const { t } = useLocale()
  return stateTag(useImportRow(first), t)
}

function importFields(onShow: (id: string) => void): readonly ShownField<ImportRow>[] {
  return [
    { id: 'at', header: key('When'), kind: 'instant', of: (row) => row.created_at },
    {
      id: 'file',
      header: key('File'),
      kind: 'part',
      of: (row) => (
        <button type="button" className="dt-link records-file" title={row.file_name} onClick={() => onShow(row.id)}>
          {row.file_name}
        </button>
      ),
    },
    { id: 'kind', header: key('Records'), of: (row, { t }) => kindWord(row, t) },
    { id: 'by', header: key('Who'), of: (row) => row.by },
    { id: 'state', header: key('Outcome'), kind: 'part', of: (row) => <LiveState first={row} /> },
    { id: 'new', header: key('New ones'), kind: 'count', of: (row) => sumsOf(row).new },
    { id: 'changed', header: key('Changed'), kind: 'count', of: (row) => sumsOf(row).changed },
    {
      id: 'faults',
      header: key('Faulty cells'),
      kind: 'count',
      of: (row) => row.fault_count,
      mark: (row) => (row.fault_count > 0 ? 'warn' : undefined),
    },
  ]
}

function LastImports({ onShow, onClose }: Omit<ImportsDrawerProps, 'shown'>) {
  const { t } = useLocale()
  const answer = useAnswer('data.getImports', {})
  return (
    <Drawer isOpen onClose={onClose} title={t('Imports')} width={width}>
      <Section>
        <Loaded
          answer={answer}
          empty={{
            is: ({ rows }) => rows.length === 0,
            shows: <EmptyState title={t('No file has been brought in yet')} />,
          }}
        >
          {({ rows }) => <FieldTable fields={importFields(onShow)} rows={rows} rowKey={({ id }) => id} />}
        </Loaded>
      </Section>
    </Drawer>
  )
}

function OneImport({ id, onShow, onClose }: Omit<ImportsDrawerProps, 'shown'> & { id: string }) {
  const { t } = useLocale()
  const answer = useAnswer('data.getImports', { id })
  const gone = <EmptyState title={t('This import is not kept any more')} />
  return (
    <LoadedDrawer
      answer={answer}
      title={t('Import')}
      width={width}
      onClose={onClose}
      missing={t('This import is not kept any more')}
      empty={{ is: ({ rows }) => rows.length === 0, shows: gone }}
    >
      {({ rows: [row] }) => (row ? <ShownImport first={row} onBack={() => onShow('all')} onClose={onClose} /> : null)}
    </LoadedDrawer>
  )
}

function ShownImport({ first, onBack, onClose }: { first: ImportRow; onBack: () => void; onClose: () => void }) {
  const { t } = useLocale()
  const row = useImportRow(first)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={t('Import: {{kind}}', { kind: kindWord(row, t) })}
      beside={stateTag(row, t)}
      width={width}
      actions={
        <>
          <CorrectedButton uploadId={row.upload_id} />
          <Button text={t('Show all imports')} onClick={onBack} />
        </>
      }
    >
      <Section>
        <Facts
          facts={[
            [t('Who'), row.by],
            [t('Began'), <Instant key="began" at={row.created_at} />],
            [t('Ended'), row.ended_at === null ? null : <Instant key="ended" at={row.ended_at} />],
            [t('How'), t(modeWords[row.mode])],
          ]}
        />
      </Section>
      <Section>
        <ImportOutcome row={row} />
        {row.state === 'checked' ? <p className="muted">{t('To take it, import the file again.')}</p> : null}
      </Section>
    </Drawer>
  )
}
