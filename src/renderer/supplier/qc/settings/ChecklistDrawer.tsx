import { Button } from '@blueprintjs/core'
import {
  type Checklist,
  type ChecklistItem,
  checklist,
  checklistFault,
  checklistTopicNames,
  checklistTopics,
  mostChecklistItems,
} from '../../../../shared/areas/inspection/checklist.ts'
import { codeOfDefect } from '../../../../shared/areas/inspection/defect-library.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { useForm } from '../../../forms/useForm.ts'
import { key } from '../../../i18n/formats.ts'
import { Drawer } from '../../../kit/Drawer.tsx'
import { type DialogTurn, useDialog } from '../../../kit/dialogs.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { useRight } from '../../../session/use-right.ts'
import { type Locale, useLocale } from '../../../table/words.ts'
import { type DeskSettings, useDesk } from '../desk.ts'
import { EditedList, editedListWidth, type Placed, takeOutField } from './EditedList.tsx'

/** What inspectors of a country answer beside the pieces. Who may not change it reads it. */
function ChecklistDrawer({ of, ...turn }: DialogTurn & { of: DeskSettings }) {
  const { t } = useLocale()
  const answer = useAnswer(of.checklist, {})
  if (answer.data) return <Items of={of} saved={answer.data} reload={answer.reload} {...turn} />
  return (
    <Drawer {...turn} title={t('Checklist')} width={editedListWidth}>
      <Loaded answer={answer} rows={8}>
        {() => null}
      </Loaded>
    </Drawer>
  )
}

interface ItemsProps extends DialogTurn {
  of: DeskSettings
  saved: CallData<'inspection.qcChecklist'>
  reload: () => Promise<unknown>
}

function Items({ of, saved, reload, ...turn }: ItemsProps) {
  const { t } = useLocale()
  const mayChange = useRight(of.change)
  const what = t('Checklist')
  const form = useForm(checklist, saved.settings, { draft: `${of.draft}.checklist`, what })
  const { items, bench_all_yes } = form.values
  const save = useAction(
    (settings: Checklist, options) => of.saveChecklist({ settings, version: saved.version }, options),
    { what, refresh: [of.checklist, of.touches] },
  )
  const put = (at: number, part: Partial<ChecklistItem>) =>
    form.change({ items: items.map((one, place) => (place === at ? { ...one, ...part } : one)) })
  const codes = items.map((one) => one.code)
  const add = () => form.change({ items: [...items, { ...newItem, code: codeOfDefect('CHECK', codes) }] })
  const send = form.submit(async (settings) => {
    if (!(await save.run(settings))) return false
    await reload()
    return true
  })
  const fault = checklistFault(items)
  const isWhole = items.every(({ words, words_zh }) => words.trim() !== '' && words_zh.trim() !== '')
  const [last] = saved.last_changes
  const remove = (at: number) => form.change({ items: items.filter((_, place) => place !== at) })
  return (
    <EditedList
      {...{ turn, form, last, fault, items }}
      title={what}
      hint={t(
        'What inspectors answer with yes, no or not applicable. Without the required ones no inspection is saved.',
      )}
      fields={fieldsOf(mayChange ? put : null, { remove, categories: saved.style_categories })}
      change={
        mayChange
          ? {
              canSave: isWhole,
              send: () => send(),
              add: { text: t('Another item'), isFull: items.length >= mostChecklistItems, run: add },
            }
          : null
      }
    >
      <p>
        <label className="check-label">
          <input
            type="checkbox"
            checked={bench_all_yes}
            disabled={!mayChange}
            onChange={({ target }) => form.change({ bench_all_yes: target.checked })}
          />
          {t('F9 at the bench answers yes to what is still open, except required checks and metal detection')}
        </label>
      </p>
    </EditedList>
  )
}

const newItem = { topic: 'other', words: '', words_zh: '', style_category: '', is_required: false } as const

type Row = Placed<ChecklistItem>

interface Ways {
  remove: (at: number) => void
  categories: readonly string[]
}

type Put = ((at: number, part: Partial<ChecklistItem>) => void) | null

function fieldsOf(put: Put, { remove, categories }: Ways): readonly ShownField<Row>[] {
  const text =
    (name: 'words' | 'words_zh', label: string, maxLength: number) =>
    ({ item, at }: Row, { t }: Locale) =>
      put ? (
        <input
          className="text-field"
          value={item[name]}
          maxLength={maxLength}
          autoComplete="off"
          aria-label={`${t(label)} ${at + 1}`}
          onChange={({ target }) => put(at, { [name]: target.value })}
        />
      ) : (
        item[name]
      )
  const shown: ShownField<Row>[] = [
    { id: 'words', header: key('Words in English'), of: text('words', key('Words in English'), 120) },
    { id: 'words_zh', header: key('Words in Chinese'), of: text('words_zh', key('Words in Chinese'), 60) },
    {
      id: 'topic',
      header: key('About'),
      of: ({ item, at }, { t }) =>
        put ? (
          <select
            className="text-field"
            value={item.topic}
            aria-label={`${t('About')} ${at + 1}`}
            onChange={({ target }) => {
              const topic = checklistTopicNames.find((one) => one === target.value)
              if (topic) put(at, { topic })
            }}
          >
            {checklistTopicNames.map((topic) => (
              <option key={topic} value={topic}>
                {t(checklistTopics[topic])}
              </option>
            ))}
          </select>
        ) : (
          t(checklistTopics[item.topic])
        ),
    },
    {
      id: 'category',
      header: key('Asked for'),
      of: ({ item, at }, { t }) =>
        put ? (
          <select
            className="text-field"
            value={item.style_category}
            aria-label={`${t('Asked for')} ${at + 1}`}
            onChange={({ target }) => put(at, { style_category: target.value })}
          >
            <option value="">{t('All styles')}</option>
            {[...new Set([...categories, item.style_category])].filter(Boolean).map((category) => (
              <option key={category} value={category}>
                {t(category)}
              </option>
            ))}
          </select>
        ) : (
          item.style_category || t('All styles')
        ),
    },
    {
      id: 'required',
      header: key('Required'),
      of: ({ item, at }, { t }) =>
        put ? (
          <input
            type="checkbox"
            checked={item.is_required}
            aria-label={`${t('Required')} ${at + 1}`}
            onChange={({ target }) => put(at, { is_required: target.checked })}
          />
        ) : item.is_required ? (
          t('Yes')
        ) : (
          t('No')
        ),
    },
  ]
  if (put === null) return shown
  return [...shown, takeOutField(({ words, words_zh }) => [words, words_zh], remove)]
}

/** Opens a country's checklist. */
export function ChecklistButton() {
  const { t } = useLocale()
  const { settings: of } = useDesk()
  const drawer = useDialog(ChecklistDrawer)
  return (
    <>
      <Button size="small" text={t('Open the checklist')} aria-haspopup="dialog" onClick={() => drawer.open({ of })} />
      {drawer.dialog}
    </>
  )
}
