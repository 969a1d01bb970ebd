import { Button } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import { defectLibrary } from '../../../../shared/areas/inspection/calls.ts'
import {
  codeOfDefect,
  defectCategories,
  defectCategoryNames,
  defectLibraryFault,
  type KnownDefect,
  mostKnownDefects,
} from '../../../../shared/areas/inspection/defect-library.ts'
import { refusalReasons, severities } from '../../../../shared/kernel/reasons.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { useForm } from '../../../forms/useForm.ts'
import { key } from '../../../i18n/formats.ts'
import { Drawer, Section } from '../../../kit/Drawer.tsx'
import { type DialogTurn, useDialog } from '../../../kit/dialogs.tsx'
import { FieldTable, type ShownField } from '../../../kit/field-views.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useRight } from '../../../session/use-right.ts'
import { type Locale, useLocale } from '../../../table/words.ts'
import { severityWords } from '../inspect/PlanTable.tsx'

const width = 1160

/** The defects that inspectors know by name. Who may not change them reads them. */
function DefectLibraryDrawer(turn: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('inspection.defectLibrary', {})
  if (answer.data) return <Library saved={answer.data} reload={answer.reload} {...turn} />
  return (
    <Drawer {...turn} title={t('Defect library')} width={width}>
      <Loaded answer={answer} rows={9}>
        {() => null}
      </Loaded>
    </Drawer>
  )
}

interface LibraryProps extends DialogTurn {
  saved: CallData<'inspection.defectLibrary'>
  reload: () => Promise<unknown>
}

function Library({ saved, reload, ...turn }: LibraryProps) {
  const locale = useLocale()
  const { t, instant } = locale
  const mayChange = useRight('qcDefectLibrary')
  const what = t('Defect library')
  const form = useForm(defectLibrary, saved.settings, { draft: 'qc.defect-library', what })
  const { defects } = form.values
  const save = useAction(
    (settings: { defects: KnownDefect[] }, options) =>
      api.inspection.saveDefectLibrary({ settings, version: saved.version }, options),
    { what, refresh: ['inspection.defectLibrary'] },
  )
  const put = (at: number, part: Partial<KnownDefect>) =>
    form.change({ defects: defects.map((one, place) => (place === at ? { ...one, ...part } : one)) })
  const add = () => {
    const code = codeOfDefect(
      'DEFECT',
      defects.map((one) => one.code),
    )
    form.change({ defects: [...defects, { ...newDefect, code }] })
  }
  const send = form.submit(async (settings) => {
    if (!(await save.run({ defects: named(settings.defects, saved.settings.defects) }))) return false
    await reload()
    return true
  })
  const fault = defectLibraryFault(defects)
  const isWhole = defects.every(({ name, name_zh }) => name.trim() !== '' && name_zh.trim() !== '')
  const [last] = saved.last_changes
  return (
    <Drawer
      {...turn}
      title={t('Defect library')}
      width={width}
      actions={
        mayChange ? (
          <>
            <Button text={t('Discard')} disabled={!form.isTyped || form.isSending} onClick={form.reset} />
            <Button
              intent="primary"
              text={t('Save')}
              loading={form.isSending}
              disabled={!form.isTyped || fault !== null || !isWhole}
              onClick={() => send()}
            />
          </>
        ) : null
      }
    >
      <Section>
        <p className="muted">
          {t('What inspectors press in China and India. Each is told to vendors as one of the reasons of a refusal.')}
          {last ? ` ${t('{{name}} changed it last, {{at}}.', { name: last.changed_by, at: instant(last.at) })}` : null}
        </p>
        {fault ? <Callout tone="bad">{t(fault)}</Callout> : null}
        <FieldTable
          className="qcs-library"
          fields={fieldsOf(mayChange ? put : null, (at) =>
            form.change({ defects: defects.filter((_, place) => place !== at) }),
          )}
          rows={defects.map((defect, at) => ({ defect, at }))}
          rowKey={({ at }) => String(at)}
        />
        {mayChange ? (
          <Button
            size="small"
            icon={<Plus />}
            text={t('Another defect')}
            disabled={defects.length >= mostKnownDefects}
            onClick={add}
          />
        ) : null}
      </Section>
    </Drawer>
  )
}

const newDefect = { name: '', name_zh: '', category: 'sewing', reason: 'Other', severity: 'minor' } as const

/** Those that are new get a code by their name. */
function named(defects: readonly KnownDefect[], before: readonly KnownDefect[]): KnownDefect[] {
  const codes = before.map(({ code }) => code)
  return defects.map((one) => {
    if (before.some(({ code }) => code === one.code)) return one
    const code = codeOfDefect(one.name, codes)
    codes.push(code)
    return { ...one, code }
  })
}

interface Row {
  defect: KnownDefect
  at: number
}

type Put = ((at: number, part: Partial<KnownDefect>) => void) | null

function fieldsOf(put: Put, remove: (at: number) => void): readonly ShownField<Row>[] {
  const text =
    (name: 'name' | 'name_zh', label: string, maxLength: number) =>
    (row: Row, { t }: Locale) =>
      put ? (
        <input
          className="text-field"
          value={row.defect[name]}
          maxLength={maxLength}
          autoComplete="off"
          aria-label={`${t(label)} ${row.at + 1}`}
          onChange={({ target }) => put(row.at, { [name]: target.value })}
        />
      ) : (
        row.defect[name]
      )
  const choice =
    <N extends 'category' | 'reason' | 'severity'>(
      name: N,
      label: string,
      values: readonly KnownDefect[N][],
      word: (value: KnownDefect[N]) => string,
    ) =>
    (row: Row, { t }: Locale) =>
      put ? (
        <select
          className="text-field"
          value={row.defect[name]}
          aria-label={`${t(label)} ${row.at + 1}`}
          onChange={({ target }) => {
            const chosen = values.find((value) => value === target.value)
            if (chosen !== undefined) put(row.at, { [name]: chosen })
          }}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {t(word(value))}
            </option>
          ))}
        </select>
      ) : (
        t(word(row.defect[name]))
      )
  const shown: ShownField<Row>[] = [
    { id: 'name', header: key('Name in English'), of: text('name', key('Name in English'), 60) },
    { id: 'name_zh', header: key('Name in Chinese'), of: text('name_zh', key('Name in Chinese'), 30) },
    {
      id: 'category',
      header: key('Kind of defect'),
      of: choice('category', key('Kind of defect'), defectCategoryNames, (one) => defectCategories[one]),
    },
    {
      id: 'severity',
      header: key('Usual severity'),
      of: choice('severity', key('Usual severity'), severities, (one) => severityWords[one]),
    },
    { id: 'reason', header: key('Told as'), of: choice('reason', key('Told as'), refusalReasons, (one) => one) },
  ]
  if (put === null) return shown
  const out: ShownField<Row> = {
    ...{ id: 'out', header: '', kind: 'part' },
    of: ({ defect, at }, { t, name }) => (
      <Button
        variant="minimal"
        icon={<Cross />}
        aria-label={t('Take out {{name}}', { name: name(defect.name, defect.name_zh) })}
        onClick={() => remove(at)}
      />
    ),
  }
  return [...shown, out]
}

/** Opens the defect library. */
export function DefectLibraryButton() {
  const { t } = useLocale()
  const library = useDialog(DefectLibraryDrawer)
  return (
    <>
      <Button size="small" text={t('Defect library')} aria-haspopup="dialog" onClick={() => library.open()} />
      {library.dialog}
    </>
  )
}
