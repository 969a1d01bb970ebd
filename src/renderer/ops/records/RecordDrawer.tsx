import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { type KindName, kindNamed } from '../../../shared/areas/data/kinds.ts'
import { columnOf, type RecordKind, type RecordRow, recordList } from '../../../shared/areas/data/record-kind.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { EditRecord } from './RecordEditor.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { namedIn, nameOf, picturedOf, recordsAddress, referenceAddress, titleOf } from './records-params.ts'
import { RetireButton, useRetire } from './retiring.tsx'

interface RecordDrawerProps {
  kind: RecordKind<KindName>
  id: string
  onClose: () => void
}

/** One record: its values, what names it, what became of it, and what can be done with it. */
export function RecordDrawer({ kind, id, onClose }: RecordDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('data.getRecords', { kind: kind.kind, ids: [id], tab: 'all' })
  return (
    <LoadedDrawer
      answer={answer}
      rows={8}
      title={t(kind.one)}
      onClose={onClose}
      empty={{ is: ({ rows }) => rows.length === 0, shows: <EmptyState title={t('This record is not there')} /> }}
    >
      {({ rows: [row] }) => (row ? <OneRecord kind={kind} row={row} onClose={onClose} /> : null)}
    </LoadedDrawer>
  )
}

interface OneRecordProps {
  kind: RecordKind<KindName>
  row: RecordRow
  onClose: () => void
}

function OneRecord({ kind, row, onClose }: OneRecordProps) {
  const { t, name } = useLocale()
  const [isEditing, setEditing] = useState(false)
  const retire = useRetire(kind)
  const fields = useMemo(() => factsOf(kind), [kind])
  const title = [titleOf(kind, row, t), kind.key.length === 1 ? nameOf(row, name) : ''].filter(Boolean).join(' · ')
  const history = useAnswer('data.getRecordHistory', { kind: kind.kind, id: row.id })
  if (isEditing) return <EditRecord kind={kind} row={row} title={title} onDone={() => setEditing(false)} />
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={title}
      beside={
        row.is_retired ? (
          <span className="status-tag" data-tone="neutral">
            {t('Retired')}
          </span>
        ) : null
      }
      actions={
        <>
          {kind.retires ? <RetireButton id={row.id} isRetired={row.is_retired} retire={retire} /> : null}
          <Button intent="primary" text={t('Edit')} onClick={() => setEditing(true)} />
        </>
      }
    >
      <Section title={t(kind.one)}>
        {kind.sheet.pictures ? (
          <div className="records-picture">
            <StylePicture of={picturedOf(row)} size="tile" isButton />
          </div>
        ) : null}
        <FactList fields={fields} row={row} />
      </Section>
      <NamedIn kind={kind} row={row} />
      <Section title={t('History')}>
        <Loaded answer={history} rows={3}>
          {(data) => <RecordHistory kind={kind} history={data.history} />}
        </Loaded>
      </Section>
      {retire.dialog}
    </Drawer>
  )
}

function NamedIn({ kind, row }: Omit<OneRecordProps, 'onClose'>) {
  const { t } = useLocale()
  const code = String(row.values[String(kind.key[0])] ?? '')
  const others = namedIn(kind, row)
  if (others.length === 0) return null
  return (
    <Section title={t('Records that name it')}>
      <p className="records-named">
        {others.map(({ kind: other, by }) => (
          <Link key={`${other.kind} ${by}`} to={recordsAddress(other.kind, { by, code })}>
            {t(other.many)}
          </Link>
        ))}
      </p>
    </Section>
  )
}

/** The list's fields, with ways to what they name. */
function factsOf(kind: RecordKind<KindName>): ShownField<RecordRow>[] {
  return recordList(kind).fields.map((field): ShownField<RecordRow> => {
    const { id, header } = field
    const column = columnOf(kind, id)
    const ref = kind.refs[id]
    const held = (row: RecordRow) => row.values[id] ?? null
    if (column.kind === 'quantity' || column.kind === 'decimal')
      return { id, header, of: (row, { number }) => (held(row) === null ? null : number(Number(held(row)))) }
    if (ref) {
      const to = kindNamed(ref.kind)
      const way = (code: string) => (
        <Link className="code" to={referenceAddress(to, code)}>
          {code}
        </Link>
      )
      return { id, header, kind: 'part', of: (row) => (held(row) === null ? null : way(String(held(row)))) }
    }
    if (column.kind === 'link') {
      const way = (href: string) => (
        <a href={href} target="_blank" rel="noreferrer">
          {href}
        </a>
      )
      return { id, header, kind: 'part', of: (row) => (held(row) === null ? null : way(String(held(row)))) }
    }
    return field
  })
}
