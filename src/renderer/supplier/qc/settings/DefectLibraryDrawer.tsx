import { Button } from '@blueprintjs/core'
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
import { Drawer } from '../../../kit/Drawer.tsx'
import { type DialogTurn, useDialog } from '../../../kit/dialogs.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { useRight } from '../../../session/use-right.ts'
import { type Locale, useLocale } from '../../../table/words.ts'
import { severityWords } from '../inspect/PlanTable.tsx'
import { EditedList, editedListWidth, type Placed, takeOutField } from './EditedList.tsx'

/** The defects that inspectors know by name. Who may not change them reads them. */
function DefectLibraryDrawer(turn: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('inspection.defectLibrary', {})
  if (answer.data) return <Library saved={answer.data} reload={answer.reload} {...turn} />
  return (
    <Drawer {...turn} title={t('Defect library')} width={editedListWidth}>
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
  const { t } = useLocale()
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
  const remove = (at: number) => form.change({ defects: defects.filter((_, place) => place !== at) })
  return (
    <EditedList
      {...{ turn, form, last, fault }}
      title={what}
      hint={t('What inspectors press in China and India. Each is told to vendors as one of the reasons of a refusal.')}
      items={defects}
      fields={fieldsOf(mayChange ? put : null, remove)}
      change={
        mayChange
          ? {
              canSave: isWhole,
              send: () => send(),
              add: { text: t('Another defect'), isFull: defects.length >= mostKnownDefects, run: add },
            }
          : null
      }
    />
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

type Row = Placed<KnownDefect>

type Put = ((at: number, part: Partial<KnownDefect>) => void) | null

function fieldsOf(put: Put, remove: (at: number) => void): readonly ShownField<Row>[] {
  const text =
    (name: 'name' | 'name_zh', label: string, maxLength: number) =>
    (row: Row, { t }: Locale) =>
      put ? (
        <input
          className="text-field"
          value={row.item[name]}
          maxLength={maxLength}
          autoComplete="off"
          aria-label={`${t(label)} ${row.at + 1}`}
          onChange={({ target }) => put(row.at, { [name]: target.value })}
        />
      ) : (
        row.item[name]
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
          value={row.item[name]}
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
        t(word(row.item[name]))
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
  return [...shown, takeOutField(({ name, name_zh }) => [name, name_zh], remove)]
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
