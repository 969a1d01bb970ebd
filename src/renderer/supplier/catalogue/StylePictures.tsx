import { Button } from '@blueprintjs/core'
import { Plus, Trash } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { pictureMessages } from '../../../shared/kernel/pictures.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { scalePicture } from '../../photos/photo-sending.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

type Found = CallData<'catalogue.getStyleDetails'>

/** The pictures of a style in the catalogue; they come and go until it is on the website. */
export function StylePictures({ found: { style, pictures } }: { found: Found }) {
  const { t, name } = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const [color, setColor] = useState('')
  const add = useAction(
    async (file: File, options) => {
      const scaled = await scalePicture(file)
      if (scaled === null) throw new ApiError(400, 'invalid_input', pictureMessages.wrongKind)
      const whose = { catalogue_id: style.catalogue_id, ...(color !== '' && { color }) }
      return api.catalogue.addPicture({ ...whose, file: scaled }, options)
    },
    { refresh: ['catalogue'] },
  )
  const remove = useAskedAction(
    ({ picture_id }: { picture_id: string }, options) => api.catalogue.removePicture({ picture_id }, options),
    {
      ask: () => ({
        title: t('Remove this picture?'),
        text: t('It is taken off the style, and has to be added again to come back.'),
        confirm: t('Remove'),
        isDangerous: true,
      }),
      refresh: ['catalogue'],
    },
  )
  const of = { style_id: style.catalogue_id, style_name: style.name, style_name_zh: style.name_zh }
  const isOpen = style.style_id === null
  const send = async (files: readonly File[]) => {
    // One after another: each takes the place behind the one before. The first that is refused ends it, and says why.
    for (const file of files) if ((await add.run(file)) === undefined) return
  }
  return (
    <>
      <div className="catalogue-pictures">
        {pictures.length === 0 ? <StylePicture of={{ ...of, picture: null }} size="tile" /> : null}
        {pictures.map(({ picture_id, color: shown, position }) => (
          <span key={picture_id} className="catalogue-picture">
            <StylePicture
              of={{ ...of, picture: picture_id, ...(shown !== null && { color: shown }) }}
              size="tile"
              isButton
            />
            {isOpen ? (
              <Button
                variant="minimal"
                size="small"
                icon={<Trash size={13} />}
                title={t('Remove')}
                aria-label={t('Remove picture {{n}}: {{name}}', { n: position, name: shown ?? style.catalogue_id })}
                onClick={() => remove.ask({ picture_id })}
              />
            ) : null}
          </span>
        ))}
      </div>
      {isOpen ? (
        <div className="catalogue-adding">
          <ChoiceField
            label={t('Pictures of')}
            value={color}
            onChange={setColor}
            choices={[
              ['', t('The whole style')] as const,
              ...style.colors.map((one) => [one.color, name(one.color, one.color_zh)] as const),
            ]}
          />
          <Button
            size="small"
            icon={<Plus size={14} />}
            text={t('Add pictures…')}
            loading={add.isRunning}
            onClick={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            multiple
            className="sr-only"
            tabIndex={-1}
            aria-label={t('Choose pictures: {{name}}', { name: style.catalogue_id })}
            accept="image/jpeg,image/png,image/webp"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              void send(files)
            }}
          />
        </div>
      ) : null}
      {remove.dialog}
    </>
  )
}
