import { useState } from 'react'
import {
  type AttributeName,
  attributeChoices,
  attributeLabels,
  attributeNames,
  attributesOf,
} from '../../../shared/areas/catalogue/attributes.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import type { CallInput } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'

type Said = CallInput<'catalogue.updateVendorAttributesFromUi'>['attributes']

/** As it is typed; '' is nothing said, of a bulk change: left as it is. */
export type Typed = Record<AttributeName, string>

const flags = { yes: key('Yes'), no: key('No') } as const
const isFlag = (name: AttributeName): name is 'padded' | 'push_up' => name === 'padded' || name === 'push_up'

export function typedOf(row: Pick<CatalogueRow, AttributeName>): Typed {
  const typed = (value: string | boolean | null) => (value === null ? '' : value === true ? 'yes' : value || 'no')
  return Object.fromEntries(attributeNames.map((name) => [name, typed(row[name])])) as Typed
}

export const nothingTyped = Object.fromEntries(attributeNames.map((name) => [name, ''])) as Typed

/** What is to be sent: of one style all that changed, also what was emptied; of many what was said. */
export function saidOf(typed: Typed, was: Typed): Said {
  const changed = attributeNames.filter((name) => typed[name] !== was[name])
  const value = (name: AttributeName) => {
    if (typed[name] === '') return null
    return isFlag(name) ? typed[name] === 'yes' : typed[name]
  }
  return Object.fromEntries(changed.map((name) => [name, value(name)])) as Said
}

interface AttributeFieldsProps {
  names: readonly AttributeName[]
  typed: Typed
  onType: (typed: Typed) => void
  /** What the empty choice says. */
  empty: string
}

export function AttributeFields({ names, typed, onType, empty }: AttributeFieldsProps) {
  const { t } = useLocale()
  return names.map((name) => {
    const field = {
      ...{ label: t(attributeLabels[name]), value: typed[name] },
      onChange: (value: string) => onType({ ...typed, [name]: value }),
    }
    const words: readonly string[] | null =
      name in attributeChoices ? attributeChoices[name as keyof typeof attributeChoices] : null
    if (isFlag(name))
      return (
        <ChoiceField
          key={name}
          {...field}
          choices={[['', empty], ...Object.entries(flags).map(([value, said]) => [value, t(said)] as const)]}
        />
      )
    return words ? (
      <ChoiceField key={name} {...field} choices={[['', empty], ...words.map((word) => [word, t(word)] as const)]} />
    ) : (
      <TextField key={name} {...field} maxLength={name === 'fabric_type' ? 80 : 200} />
    )
  })
}

interface AttributesDialogProps extends DialogTurn {
  rows: readonly CatalogueRow[]
  onDone?: () => void
}

/** Many styles are described at once: what is left open stays as each has it. */
export function AttributesDialog({ rows, onDone, ...turn }: AttributesDialogProps) {
  const { t, plural } = useLocale()
  const [typed, setTyped] = useState(nothingTyped)
  const said = saidOf(typed, nothingTyped)
  const names = attributeNames.filter((name) => rows.some(({ category }) => attributesOf(category).includes(name)))
  const save = useAction(
    (_: undefined, options) =>
      api.catalogue.updateVendorAttributesFromUi(
        { catalogue_ids: rows.map(({ catalogue_id }) => catalogue_id), attributes: said },
        options,
      ),
    { refresh: ['catalogue'] },
  )
  const send = async () => {
    if (await save.run(undefined)) {
      onDone?.()
      turn.onClose()
    }
  }
  return (
    <Modal {...turn} title={plural(rows.length, 'Describe 1 style', 'Describe {{n}} styles')} width={460} isTyped>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          ...{ text: t('Save'), run: () => void send(), isRunning: save.isRunning },
          isOff: Object.keys(said).length === 0,
        }}
      >
        <AttributeFields names={names} typed={typed} onType={setTyped} empty={t('As it is')} />
      </DialogParts>
    </Modal>
  )
}
