/** The headings of a visitor's file in each language. */
import type { Language } from "../../contract/language.ts";

interface FileTexts {
  title: string;
  lead: string;
  visitor: string;
  id: string;
  agent: string;
  website: string;
  firstSeen: string;
  lastSeen: string;
  externalId: string;
  name: string;
  email: string;
  conversation: string;
  consent: string;
  byVisitor: string;
  byAgent: string;
  byPerson: string;
  model: string;
  builtIn: string;
  json: string;
}

export const FILE_TEXTS: Record<Language, FileTexts> = {
  en: {
    title: "Data about a visitor",
    lead: "Everything that {{agent}} has stored about this visitor, as of {{time}}.",
    visitor: "Visitor",
    id: "ID",
    agent: "Agent",
    website: "Website",
    firstSeen: "First seen",
    lastSeen: "Last seen",
    externalId: "ID at the business",
    name: "Name",
    email: "Email address",
    conversation: "Conversation of {{time}}",
    consent: "Agreed to on {{time}}",
    byVisitor: "Visitor",
    byAgent: "Agent",
    byPerson: "Person",
    model: "written by {{model}}",
    builtIn: "put together without an AI model",
    json: "The same data for programs is in this file as JSON, in the element with the id “data”.",
  },
  ms: {
    title: "Data tentang seorang pelawat",
    lead: "Semua yang disimpan oleh {{agent}} tentang pelawat ini, setakat {{time}}.",
    visitor: "Pelawat",
    id: "ID",
    agent: "Ejen",
    website: "Laman web",
    firstSeen: "Pertama dilihat",
    lastSeen: "Terakhir dilihat",
    externalId: "ID di perniagaan",
    name: "Nama",
    email: "Alamat e-mel",
    conversation: "Perbualan pada {{time}}",
    consent: "Dipersetujui pada {{time}}",
    byVisitor: "Pelawat",
    byAgent: "Ejen",
    byPerson: "Kakitangan",
    model: "ditulis oleh {{model}}",
    builtIn: "disusun tanpa model AI",
    json: "Data yang sama untuk program ada dalam fail ini sebagai JSON, dalam elemen dengan id “data”.",
  },
};
