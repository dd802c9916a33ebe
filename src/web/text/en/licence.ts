/** The page about licences. It names the software, whatever the operator calls the product. */
export const licence = {
  "licence.title": "Licences",
  "licence.lead": "This service runs on Sapa. Sapa contains the following libraries, used under these licences.",
  "licence.text": "Licence text",
  "licence.textOf": "Licence text of {{name}}",
  "licence.elsewhere": "Licence text on the library's site",
  "licence.count_one": "{{count}} library",
  "licence.count_other": "{{count}} libraries",
  "licence.notLoaded": "The list of libraries could not be loaded.",
} as const;
