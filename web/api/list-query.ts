import {
  type QueryFunction,
  type QueryFunctionContext,
  queryOptions,
  experimental_streamedQuery as streamedQuery,
} from "@tanstack/react-query";
import type { EndpointData, RequestOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { PlainRequest } from "./address.ts";
import { answerQuery } from "./answer-query.ts";

/** The server's largest page. */
const pageRows = 1000;

/** A list's answer: the rows, under the list's own name, and the number of all rows. */
type Answer = Record<string, unknown> & { total: number };

type RowsOf<E extends EndpointData> = {
  [K in keyof ResponseOf<E>]: ResponseOf<E>[K] extends readonly unknown[] ? K : never;
}[keyof ResponseOf<E>] &
  string;

/** All pages, one after the other, of the largest size. */
async function* pages(
  endpoint: EndpointData,
  rows: string,
  request: PlainRequest,
  context: QueryFunctionContext,
): AsyncGenerator<Answer> {
  for (let offset = 0, total = 1; offset < total; offset += pageRows) {
    const query = { ...request.query, limit: String(pageRows), offset: String(offset) };
    const { data } = await answerQuery(endpoint, { ...request, query }, context);
    const page = data as unknown as Answer;
    yield page;
    total = page.total;
    // Rows were removed in the meantime: this was the last page.
    if ((page[rows] as unknown[]).length === 0) return;
  }
}

/**
 * TanStack's options for a list. A request with a limit is one page. Without a limit all pages are
 * loaded one by one, and the first are shown while the rest loads (`total` is always the number of
 * all rows, also of those that have not loaded).
 * @param rows the name of the rows in the answer.
 */
export function listQuery<E extends EndpointData>(
  endpoint: E,
  rows: RowsOf<E>,
  request: RequestOf<E>,
) {
  const plainRequest: PlainRequest = request;
  const onePage: QueryFunction<ResponseOf<E>> = async (context) =>
    (await answerQuery(endpoint, plainRequest, context)).data;
  const everything: QueryFunction<ResponseOf<E>> = streamedQuery<Answer, ResponseOf<E>>({
    streamFn: (context) => pages(endpoint, rows, plainRequest, context),
    reducer: (known, page) => {
      const before = (known as unknown as Answer)[rows] as unknown[];
      return { ...page, [rows]: before.concat(page[rows]) } as unknown as ResponseOf<E>;
    },
    initialValue: { [rows]: [], total: 0 } as unknown as ResponseOf<E>,
    // While a list reloads, its old rows stay on screen.
    refetchMode: "replace",
  });
  const queryKey: readonly unknown[] = [endpoint.method, endpoint.path, request];
  const isPage = plainRequest.query?.limit !== undefined;
  return queryOptions({
    queryKey,
    queryFn: isPage ? onePage : everything,
    // Sharing would compare all earlier rows again with every page.
    structuralSharing: isPage,
  });
}
