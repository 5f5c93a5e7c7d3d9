#include "ptx/parser.h"

#include "base/symbol.h"

#include <stdlib.h>
#include <string.h>

static bool
parse_parameter(ptx_parser *p, ptx_variable *out)
{
	const bool in_register = gm_ptx_accept(p, ".reg");
	if (!in_register && !gm_ptx_expect(p, ".param"))
		return false;
	return gm_ptx_parse_variable(p, in_register ? SPACE_REGISTER : SPACE_PARAM, false, out);
}

/* (.param ..., .param ...) */
static bool
parse_parameters(ptx_parser *p, ptx_variable **out, size_t *count)
{
	size_t room = 0;
	ptx_variable *list = NULL;
	bool good = gm_ptx_expect(p, "(");
	while (good && !gm_ptx_at(p, ")")) {
		list = gm_grow(list, &room, *count + 1, sizeof *list);
		good = parse_parameter(p, &list[*count]);
		if (good) {
			(*count)++;
			good = gm_ptx_at(p, ")") || gm_ptx_expect(p, ",");
		}
	}
	*out = gm_arena_allocate(p->arena, *count, sizeof **out);
	if (*count)
		memcpy(*out, list, *count * sizeof *list);
	free(list);
	return good && gm_ptx_expect(p, ")");
}

static bool
parse_triple(ptx_parser *p, int64_t values[3])
{
	for (int i = 0; i < 3; i++) {
		if (!gm_ptx_expect_integer(p, &values[i]))
			return false;
		if (!gm_ptx_accept(p, ","))
			break;
	}
	return true;
}

static int64_t
product(const int64_t values[3])
{
	int64_t result;
	return __builtin_mul_overflow(values[0], values[1], &result) ||
			       __builtin_mul_overflow(result, values[2], &result)
		       ? INT64_MAX
		       : result;
}

/* Between the parameters and the body: .maxntid 256, 1, 1 .noreturn .pragma "...";  */
static bool
parse_tuning(ptx_parser *p)
{
	while (!gm_ptx_at(p, "{") && !gm_ptx_at(p, ";")) {
		int64_t values[3] = {1, 1, 1};
		const bool required = gm_ptx_at(p, ".reqntid"), most = gm_ptx_at(p, ".maxntid");
		const bool clusters = gm_ptx_at(p, ".reqnctapercluster");
		if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_BAD)
			return gm_ptx_wrong(p, "a function body");
		if (gm_ptx_accept(p, ".pragma")) {
			if (!gm_ptx_skip_statement(p))
				return false;
			continue;
		}
		gm_ptx_take(p);
		if ((required || most || clusters) && !parse_triple(p, values))
			return false;
		if (required)
			memcpy(p->function->required_threads, values, sizeof values);
		if (most)
			p->function->most_threads = product(values);
		if (clusters)
			memcpy(p->function->cluster, values, sizeof values);
	}
	return true;
}

static ptx_function *
add_function(ptx_parser *p)
{
	gm_ptx_module *m = p->module;
	m->functions = gm_grow(m->functions, &p->functions_room, m->functions_count + 1,
			       sizeof *m->functions);
	return p->function = &m->functions[m->functions_count++];
}

static bool
is_wanted(const ptx_parser *p, const ptx_function *f)
{
	return !f->is_entry || !p->wanted || strcmp(f->name, p->wanted) == 0 ||
	       gm_symbol_fits(f->name, p->wanted);
}

/* Its tokens are not even looked at. */
static bool
pass_body(ptx_parser *p)
{
	gm_ptx_lexer_skip_braces(&p->lexer);
	gm_ptx_take(p);
	return gm_ptx_expect(p, "}");
}

bool
gm_ptx_parse_function(ptx_parser *p, bool is_entry)
{
	ptx_function *f = add_function(p);
	f->is_entry = is_entry;
	f->line = p->token.line;
	if (gm_ptx_accept(p, ".attribute") && !gm_ptx_skip_parentheses(p))
		return false;
	if (!is_entry && gm_ptx_at(p, "(") && !parse_parameters(p, &f->results, &f->results_count))
		return false;
	if (!gm_ptx_expect_word(p, "a function name", &f->name))
		return false;
	if (gm_ptx_at(p, "(") && !parse_parameters(p, &f->parameters, &f->parameters_count))
		return false;
	if (!parse_tuning(p))
		return false;
	f->is_defined = gm_ptx_at(p, "{");
	const int before = gm_ptx_names_get(&p->module->function_rows, f->name, strlen(f->name), 0);
	if (f->is_defined || before < 0)
		gm_ptx_names_set(&p->module->function_rows, f->name, strlen(f->name), 0,
				 (int)p->module->functions_count - 1);
	if (!f->is_defined)
		return gm_ptx_expect(p, ";");
	return is_wanted(p, f) ? gm_ptx_parse_body(p) : pass_body(p);
}
