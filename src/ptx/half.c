#include "ptx/half.h"

#include "base/bits.h"
#include "base/wide.h"
#include "ptx/narrow.h"

#include <math.h>

float
gm_ptx_float_from_bfloat(uint16_t bits)
{
	return gm_float_of_bits((uint32_t)bits << 16);
}

uint16_t
gm_ptx_bfloat_from_float(float value)
{
	const uint32_t bits = gm_bits_of_float(value);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return 0x7fff;
	return (uint16_t)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float
gm_ptx_tf32_from_float(float value)
{
	const uint32_t bits = gm_bits_of_float(value);
	return isfinite(value) ? gm_float_of_bits((bits + 0x1000) & ~0x1fffu) : value;
}

double
gm_ptx_number_of_bits(ptx_type type, uint64_t bits)
{
	switch (type) {
	case PTX_F16:
		return (double)gm_ptx_float_from_half((uint16_t)bits);
	case PTX_BF16:
		return (double)gm_ptx_float_from_bfloat((uint16_t)bits);
	case PTX_S8:
		return (int8_t)bits;
	case PTX_U8:
		return (uint8_t)bits;
	case PTX_S32:
		return (int32_t)bits;
	case PTX_F64:
		return gm_double_of_bits(bits);
	default: {
		const ptx_narrow *narrow = gm_ptx_narrow_of(type);
		return narrow ? gm_ptx_narrow_number(narrow, (uint32_t)bits)
			      : (double)gm_float_of_bits((uint32_t)bits);
	}
	}
}

uint64_t
gm_ptx_bits_of_number(ptx_type type, double value)
{
	switch (type) {
	case PTX_F16:
		return gm_ptx_half_from_float((float)value);
	case PTX_BF16:
		return gm_ptx_bfloat_from_float((float)value);
	case PTX_S32:
		return (uint32_t)(int64_t)value;
	case PTX_F64:
		return gm_bits_of_double(value);
	default:
		return gm_bits_of_float((float)value);
	}
}

GM_WIDE void
gm_ptx_numbers_of_bits(ptx_type type, const uint64_t bits[32], double out[32])
{
	switch (type) {
	case PTX_BF16:
		for (int l = 0; l < 32; l++)
			out[l] = (double)gm_float_of_bits((uint32_t)(uint16_t)bits[l] << 16);
		break;
	case PTX_F32:
	case PTX_TF32:
		for (int l = 0; l < 32; l++)
			out[l] = (double)gm_float_of_bits((uint32_t)bits[l]);
		break;
	case PTX_F16:
		for (int l = 0; l < 32; l++)
			out[l] = (double)gm_ptx_float_from_half((uint16_t)bits[l]);
		break;
	default:
		for (int l = 0; l < 32; l++)
			out[l] = gm_ptx_number_of_bits(type, bits[l]);
	}
}

GM_WIDE void
gm_ptx_bits_of_numbers(ptx_type type, const double value[32], uint64_t out[32])
{
	switch (type) {
	case PTX_F16:
		for (int l = 0; l < 32; l++)
			out[l] = gm_ptx_half_from_float((float)value[l]);
		break;
	case PTX_F32:
	case PTX_TF32:
		for (int l = 0; l < 32; l++)
			out[l] = gm_bits_of_float((float)value[l]);
		break;
	default:
		for (int l = 0; l < 32; l++)
			out[l] = gm_ptx_bits_of_number(type, value[l]);
	}
}
