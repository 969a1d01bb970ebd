import { useMemo } from 'react'
import { z } from 'zod'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { CheckboxSet } from '../../forms/CheckboxSet.tsx'
import { wantedText } from '../../forms/described.tsx'
import { TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'

const wanted = z.object({
  name: wantedText(key('Please give it a name.')),
  categories: z.array(z.string()).min(1, key('Please choose a category.')),
  sources: z.array(z.string()).min(1, key('Please choose a warehouse.')),
  stores: z.array(z.string()),
})

interface CreateDialogProps extends DialogTurn {
  config: CallData<'allocation.getAllocationConfig'>
  onCreated: (taskId: string) => void
}

/** A new allocation: of which categories, from where, to which stores; none chosen are all that carry them. */
export function CreateDialog({ config, onCreated, ...turn }: CreateDialogProps) {
  const { t, name } = useLocale()
  const form = useSentForm(
    wanted,
    { name: '', categories: [], sources: [], stores: [] },
    {
      draft: 'allocation.new',
      what: t('New allocation'),
      send: (typed, options) => api.allocation.createAllocation(typed, options),
      refresh: ['allocation'],
      after: ({ data }) => {
        turn.onClose()
        onCreated(data.task.task_id)
      },
    },
  )
  const { value: chosen } = form.field('categories')
  const stores = useMemo(
    () =>
      config.stores.filter(({ categories }) => chosen.length === 0 || chosen.some((one) => categories.includes(one))),
    [config.stores, chosen],
  )
  const named = ({ site, name: en, name_zh }: { site: string; name: string; name_zh: string }) => ({
    value: site,
    label: `${site} · ${name(en, name_zh)}`,
  })
  const of = (field: 'categories' | 'sources' | 'stores') => {
    const { value, problem, onChange } = form.field(field)
    return { value, problem, onChange }
  }
  return (
    <Modal {...turn} title={t('New allocation')} width={720} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Create allocation'), isRunning: form.isSending }}
          className="allocation-create"
        >
          <TextField {...form.field('name')} label={t('Name')} maxLength={120} />
          <div className="allocation-choices">
            <CheckboxSet
              legend={t('Categories')}
              options={config.categories.map((one) => ({ value: one, label: one }))}
              {...of('categories')}
            />
            <CheckboxSet legend={t('From')} options={config.sources.map(named)} {...of('sources')} />
            <CheckboxSet
              legend={t('Stores')}
              options={stores.map(named)}
              {...of('stores')}
              hint={t('None chosen: all stores that carry the categories ({{n}}).', { n: stores.length })}
            />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
