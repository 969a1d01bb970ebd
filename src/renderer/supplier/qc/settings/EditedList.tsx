import { Button } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import type { Form } from '../../../forms/useForm.ts'
import { Drawer, Section } from '../../../kit/Drawer.tsx'
import type { DialogTurn } from '../../../kit/dialogs.tsx'
import { FieldTable } from '../../../kit/field-views.tsx'
import { StepButton } from '../../../kit/StepButton.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'

export const editedListWidth = 1160

/** A thing of the list at its place: it has no other name until it is saved. */
export interface Placed<T> {
  item: T
  at: number
}

interface EditedListProps<T> {
  turn: DialogTurn
  title: string
  form: Pick<Form<never, unknown>, 'isTyped' | 'isSending' | 'reset'>
  /** Null for who may only read. */
  change: { canSave: boolean; send: () => void; add: { text: string; isFull: boolean; run: () => void } } | null
  hint: string
  last: { changed_by: string; at: string } | undefined
  /** English, and the key of its translation. */
  fault: string | null
  fields: readonly ShownField<Placed<T>>[]
  items: readonly T[]
  /** Below the list. */
  children?: ReactNode
}

/** A list of settings that is changed as a whole, in a drawer: its rows, one more, Save and Discard, and who changed it last. */
export function EditedList<T>(props: EditedListProps<T>) {
  const { turn, title, form, change, hint, last, fault, fields, items, children } = props
  const { t, instant } = useLocale()
  return (
    <Drawer
      {...turn}
      title={title}
      width={editedListWidth}
      actions={
        change ? (
          <>
            <Button text={t('Discard')} disabled={!form.isTyped || form.isSending} onClick={form.reset} />
            <StepButton
              intent="primary"
              text={t('Save')}
              isRunning={form.isSending}
              disabled={!form.isTyped || fault !== null || !change.canSave}
              onClick={change.send}
            />
          </>
        ) : null
      }
    >
      <Section>
        <p className="muted">
          {hint}
          {last ? ` ${t('{{name}} changed it last, {{at}}.', { name: last.changed_by, at: instant(last.at) })}` : null}
        </p>
        {fault ? <Callout tone="bad">{t(fault)}</Callout> : null}
        <FieldTable
          className="qcs-library"
          fields={fields}
          rows={items.map((item, at) => ({ item, at }))}
          rowKey={({ at }) => String(at)}
        />
        {change ? (
          <Button
            size="small"
            icon={<Plus />}
            text={change.add.text}
            disabled={change.add.isFull}
            onClick={change.add.run}
          />
        ) : null}
        {children}
      </Section>
    </Drawer>
  )
}

/** The column that takes a thing out of the list. */
export function takeOutField<T>(
  nameOf: (item: T) => readonly [english: string, chinese: string],
  remove: (at: number) => void,
): ShownField<Placed<T>> {
  return {
    ...{ id: 'out', header: '', kind: 'part' },
    of: ({ item, at }, { t, name }) => (
      <Button
        variant="minimal"
        icon={<Cross />}
        aria-label={t('Take out {{name}}', { name: name(...nameOf(item)) })}
        onClick={() => remove(at)}
      />
    ),
  }
}
