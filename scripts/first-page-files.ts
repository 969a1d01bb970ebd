import type { Plugin } from 'vite'

type WithStyles = { viteMetadata?: { importedCss: ReadonlySet<string> } }

/**
 * Says in the page which files hold the Chinese, what all screens share and the screens of facilities, so that `first.js` can ask for them beside the program and not
 * after it. Puts the stylesheets behind the root: the first page needs none, and the program waits for them all the same.
 */
export function firstPageFiles(): Plugin {
  return {
    name: 'first-page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const chinese = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/i18n/chinese.ts'))
        const screens = chunks.find(({ name }) => name === 'screens')
        const facility = chunks.find(({ name }) => name === 'facility')
        if (!chinese || !screens || !facility)
          throw new Error(
            'The bundle has no file of its own for the Chinese, for what screens share, or for facilities.',
          )
        const facilityFiles = [facility, screens]
          .flatMap((chunk) => [...((chunk as WithStyles).viteMetadata?.importedCss ?? [])])
          .concat(facility.fileName)
        const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        return styles
          .reduce((page, style) => page.replace(style, ''), html)
          .replace(
            '<html ',
            `<html data-chinese="./${chinese.fileName}" data-screens="./${screens.fileName}" data-facility="${facilityFiles.map((file) => `./${file}`).join(' ')}" `,
          )
          .replace('  </body>', `${styles.join('')}  </body>`)
      },
    },
  }
}
