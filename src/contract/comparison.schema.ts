import { pageQuery } from "./page.schema.ts";
import { PAGE_SIZE } from "./page.ts";

export const comparisonQuery = pageQuery(PAGE_SIZE.changedAnswers);
