import { conditionWords, placeWords, stockReasons } from '../../../shared/areas/stock/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { choiceField, describedForm, FormFields, textField, wantedText } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { readQuantity } from '../../kit/quantities.tsx'
import { useLocale } from '../../table/words.ts'
import { reasonFields, reasonLooks, reasonOf } from './ChangeDialog.tsx'

type Site = CallData<'stock.stockChoices'>['sites'][number]

interface FoundDialogProps extends DialogTurn {
  sites: readonly Site[]
}

const choose = key('Choose…')

/** Nothing is chosen beforehand: what is taken into stock cannot be undone. */
function formFor(sites: readonly Site[], name: (english: string, chinese: string) => string) {
  const named = Object.fromEntries(sites.map((site) => [site.site, `${site.site} · ${name(site.name, site.name_zh)}`]))
  return describedForm({
    site: choiceField<string>(
      key('Site or shop'),
      { '': choose, ...named },
      { isMissing: key('Please choose a site.') },
    ),
    place_kind: choiceField(
      key('Place'),
      { '': choose, shelf: placeWords.shelf, floor: placeWords.floor, quarantine: placeWords.quarantine },
      { isMissing: key('Please choose a place.') },
    ),
    shelf: textField(key('Shelf'), 40),
    nm_sku: textField(key('NM SKU'), 40, { reads: wantedText(key('Please name the SKU.')) }),
    condition: choiceField(
      key('Condition'),
      { '': choose, ...conditionWords },
      { isMissing: key('Please choose a condition.') },
    ),
    quantity: textField(key('Pieces'), 7, { reads: wantedText(key('Please enter a whole number above 0.')) }),
    ...reasonFields(stockReasons.found),
  })
}

/** Pieces that were found are taken into stock, with a reason. */
export function FoundDialog({ sites, ...turn }: FoundDialogProps) {
  const { t, name } = useLocale()
  const described = formFor(sites, name)
  const form = useSentForm(described.schema, described.empty, {
    draft: 'found-stock',
    what: t('Take up found pieces'),
    send: (typed, options) =>
      api.stock.takeUpStock(
        {
          lines: [
            {
              ...{ site: typed.site, place_kind: typed.place_kind as 'floor', nm_sku: String(typed.nm_sku) },
              ...{ condition: typed.condition as 'good', quantity: readQuantity(String(typed.quantity)) ?? 0 },
              ...(typed.place_kind === 'shelf' && { shelf: typed.shelf }),
            },
          ],
          reason: reasonOf({ reason: String(typed.reason), own_words: typed.own_words }),
        },
        options,
      ),
    after: turn.onClose,
  })
  const looks = {
    ...reasonLooks({ reason: String(form.values.reason) }),
    shelf: { isHidden: form.values.place_kind !== 'shelf' },
  }
  return (
    <Modal {...turn} title={t('Take up found pieces')} width={560} isTyped>
      <form onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Take into stock'), isRunning: form.isSending }}>
          <div className="form-grid">
            <FormFields of={described} form={form} looks={looks} />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
