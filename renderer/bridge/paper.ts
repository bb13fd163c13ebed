import { useAction } from '../ui/action.ts'
import { useSaveAs } from './save-as.ts'

/**
 * Something on paper or as a PDF, as `PaperButtons.vue` offers it: `print` puts it on paper, `save` writes it to an
 * approved path, by this name at first.
 */
export function usePaper(of: {
  print: () => Promise<unknown>
  save: (path: string) => Promise<unknown>
  name: () => string
}) {
  const file = useSaveAs(async (path) => {
    await of.save(path)
  })
  return {
    file,
    printing: useAction(async () => {
      await of.print()
    }),
    save: () => file.start(`${of.name()}.pdf`),
  }
}
