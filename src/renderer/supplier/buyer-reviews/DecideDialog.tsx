import type { ReviewRow } from '../../../shared/areas/buyer-reviews/calls.ts'
import { missingLabels } from '../../../shared/areas/catalogue/attributes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

interface DecideDialogProps extends DialogTurn {
  row: ReviewRow
  onAgreed: () => void
}

/** What going live makes of a style, and what it still lacks, before the one who decides agrees: there is no way back from it. */
export function DecideDialog({ row, onAgreed, ...turn }: DecideDialogProps) {
  const { t, plural, name, money, labelled, listed } = useLocale()
  const answer = useAnswer('catalogue.getStyleDetails', { catalogue_id: row.catalogue_id })
  const style = answer.data?.style
  const isLacking = style === undefined || style.missing.length > 0
  return (
    <Modal {...turn} title={t('Take {{catalogue_id}} live?', { catalogue_id: row.catalogue_id })} width={480}>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          text: t('Take it live'),
          isOff: isLacking,
          run: () => {
            turn.onClose()
            onAgreed()
          },
        }}
      >
        <Loaded answer={answer} rows={3}>
          {({ style: { missing, colors, size_set, price } }) => (
            <>
              {missing.length > 0 ? (
                <Callout tone="warn">
                  {t('Lacks: {{what}}', { what: listed(missing.map((one) => t(missingLabels[one]))) })}
                </Callout>
              ) : null}
              <p>
                {t('{{style}} becomes a style that orders can be placed for, with an SKU for each colour and size:', {
                  style: name(row.name, row.name_zh),
                })}
              </p>
              <ul className="review-effect">
                <li>
                  {labelled(
                    plural(colors.length, '1 colour', '{{n}} colours'),
                    listed(colors.map((one) => name(one.color, one.color_zh))),
                  )}
                </li>
                {size_set ? <li>{t('Sizes {{size_set}}', { size_set })}</li> : null}
                {price ? <li>{t('Price {{price}}', { price: money(price) })}</li> : null}
              </ul>
              <p className="muted">
                {t('Pictures, customs and measures go with it. A style that is live is not taken back to its buyers.')}
              </p>
            </>
          )}
        </Loaded>
      </DialogParts>
    </Modal>
  )
}
